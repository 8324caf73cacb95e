import { createContext, use } from 'react'

/** Scheme and host in the station's absolute addresses. */
export const PageOrigin = createContext('')

/** Makes an address of the site absolute; empty if the origin is unknown. */
export function useAbsolute(): (address: string) => string {
  const origin = use(PageOrigin)
  return (address) => (origin === '' ? '' : new URL(address, origin).href)
}
