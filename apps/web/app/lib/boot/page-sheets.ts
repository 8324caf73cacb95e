import { createContext } from 'react'

/** A style sheet as it stands in a page. */
export interface PageSheet {
  /** Its address, by which React knows it. */
  href: string
  css: string
}

/**
 * The style sheets that a page from the server carries in itself: nothing is shown before they are there, and asking for
 * them would cost a slow line two round trips. Empty in the browser, which loads those of the next page as files.
 */
export const PageSheets = createContext<readonly PageSheet[]>([])
