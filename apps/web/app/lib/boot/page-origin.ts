import { createContext, use } from 'react'

/** Scheme and host that the station is known by. */
export const PageOrigin = createContext('')

/** The absolute form of one of our addresses; empty where the origin is not known. */
export function useAbsolute(): (address: string) => string {
  const origin = use(PageOrigin)
  return (address) => (origin === '' ? '' : new URL(address, origin).href)
}
