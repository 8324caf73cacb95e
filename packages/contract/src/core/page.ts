import type { Script, Theme } from './constants.ts'
import type { Call, SendOf } from './define-call.ts'
import type { RefusalName } from './refusals.ts'

/** What a call inside the process came to. The data has passed the call's reply schema. */
export type CallOutcome =
  | { done: true; data: unknown }
  | { done: false; refusal: RefusalName; code: number; msg: string }

/** Makes a call for the reader of a page, in the page's script unless another is named. */
export type MakeCall = <C extends Call>(call: C, send: SendOf<C>, script?: Script) => Promise<CallOutcome>

/** What the server hands to the renderer of a page beside its address. */
export interface PageContext {
  make: MakeCall
  script: Script
  theme: Theme
  nonce: string
  /** The page's boot block: the site's key, and the server's clock in Unix seconds. */
  boot: { siteKey: string; now: number }
  /** Whether this browser says that it is signed in. Grants nothing: for the first paint alone. */
  signedIn: boolean
  /** Scheme and host that the page was asked at, for canonical addresses. */
  origin: string
  /** Receives what failed while the page was rendered. The page itself says only that something did. */
  onError: (err: unknown) => void
}

/** A page as the web build renders it. */
export interface RenderedPage {
  status: number
  /** Where a redirect leads; null for a page. */
  location: string | null
  html: string
}

/** Renders the page at an absolute address: what the server's half of the web build exports. */
export type RenderPage = (address: string, page: PageContext) => Promise<RenderedPage>
