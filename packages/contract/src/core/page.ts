import type { Script, Theme } from './constants.ts'
import type { Call, SendOf } from './define-call.ts'
import type { RefusalName } from './refusals.ts'

/** Result of a call made inside the server. `data` has passed the reply schema. */
export type CallOutcome =
  | { done: true; data: unknown }
  | { done: false; refusal: RefusalName; code: number; msg: string }

/** Makes a call on behalf of the page's viewer, in the page's script unless another is given. */
export type MakeCall = <C extends Call>(call: C, send: SendOf<C>, script?: Script) => Promise<CallOutcome>

/** Input of the page renderer besides the address. */
export interface PageContext {
  make: MakeCall
  script: Script
  theme: Theme
  nonce: string
  /** Data of the page's boot script: the site key and the server time in Unix seconds. */
  boot: { siteKey: string; now: number }
  /** Whether the browser claims to be signed in. Only for the first render; grants nothing. */
  signedIn: boolean
  /** Origin of the request, for canonical URLs. */
  origin: string
  /** Receives errors of rendering. The page itself shows only a generic message. */
  onError: (err: unknown) => void
}

/** A page rendered by the web build. */
export interface RenderedPage {
  status: number
  /** Target of a redirect; null for a page. */
  location: string | null
  /** The `Set-Cookie` header of a redirect; null for none. */
  cookie: string | null
  html: readonly HtmlPart[]
}

/** A part of a page's text. A shared part (its style sheets) is in many pages and has no value that differs by reply. */
export interface HtmlPart {
  text: string
  isShared: boolean
}

/** Renders the page of an absolute URL; exported by the server part of the web build. */
export type RenderPage = (address: string, page: PageContext) => Promise<RenderedPage>
