import { AsyncLocalStorage } from 'node:async_hooks'
import { cookieOf } from './http/script.ts'

/**
 * For whom a reply or page is made. Minors' mode is on for a browser with the cookie, and for an account wherever it is
 * signed in; what is made then leaves out what is not for minors, and has cache keys of its own. The audience belongs to the
 * request instead of to parameters, so that no list can forget it.
 */
const minors = new AsyncLocalStorage<boolean>()

/** Whether what is made now is for minors. Outside of requests it is not. */
export const isForMinors = (): boolean => minors.getStore() === true

/** Runs work for an audience: that of a request, or everybody for what requests share. */
export const forAudience = <Result>(audience: { isMinor: boolean }, work: () => Result): Result =>
  minors.run(audience.isMinor, work)

/** For what all requests share, whichever of them needs it first. */
export const everybody = { isMinor: false }

/** Whether the browser of a request is in minors' mode. */
export const isMinorsBrowser = ({ cookie }: { cookie?: string | undefined }): boolean =>
  cookieOf(cookie, 'minor') === '1'
