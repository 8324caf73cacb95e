import type { PageContext } from '@yunmu/contract'
import { createContext } from 'react'

/** A style sheet of a page. */
export interface PageSheet {
  /** Its address, by which React knows it. */
  href: string
  css: string
}

/** What only the server writes into the document. */
interface ServerDocument extends Pick<PageContext, 'nonce' | 'boot'> {
  /**
   * The style sheets that a page from the server contains: nothing is painted before they are there, and loading them as
   * files would cost a slow line two round trips.
   */
  sheets: readonly PageSheet[]
}

/** Null in the browser, which loads the style sheets of the next page as files. */
export const ServerDocument = createContext<ServerDocument | null>(null)
