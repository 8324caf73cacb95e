import { useSite } from './site.ts'

/** Whether VIP is offered. Signs and entries of VIP are absent otherwise, except the badges of titles that need it. */
export const useIsSelling = (): boolean => useSite()?.vip_selling === true
