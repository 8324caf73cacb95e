import type { OrdersParams } from './page.ts'

/** The user's orders, one of them opened. Not in `build.ts`, which every page loads. */
export const ordersUrl = ({ no }: OrdersParams = {}): string =>
  no === undefined ? '/user/order' : `/user/order?${new URLSearchParams({ no }).toString()}`
