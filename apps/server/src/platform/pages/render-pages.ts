import type { MakeCall, RenderPage } from '@yunmu/contract'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageRequest } from './page-key.ts'
import { packPage, type PackedPage, type Placeholders } from './packed-page.ts'

/** The server part of the web build. */
interface WebBuild {
  renderPage: RenderPage
}

/** A page, the same for every visitor. */
export interface Page {
  status: number
  headers: Record<string, string>
  packed: PackedPage
  /** Whether all calls of the page were answered: a page that lacks a part must not be cached. */
  isComplete: boolean
}

export type PageRenderer = (
  pageRequest: PageRequest,
  context: { make: MakeCall; onError: (err: unknown) => void },
) => Promise<Omit<Page, 'isComplete'>>

/** Renders pages with the web build, with placeholders for nonce and clock. */
export async function createPageRenderer(options: {
  buildDir: string
  siteKey: string
  placeholders: Placeholders
}): Promise<PageRenderer> {
  const { buildDir, siteKey, placeholders } = options
  const { renderPage }: WebBuild = await import(pathToFileURL(join(buildDir, 'server/index.js')).href)
  return async ({ origin, url, script, theme, signedIn }, { make, onError }) => {
    const { status, location, cookie, html } = await renderPage(`${origin}${url}`, {
      make,
      script,
      theme,
      signedIn,
      nonce: placeholders.nonce,
      boot: { siteKey, now: placeholders.now },
      origin,
      onError,
    })
    const headers = { ...(location !== null && { location }), ...(cookie !== null && { 'set-cookie': cookie }) }
    return { status, headers, packed: packPage(html, placeholders) }
  }
}
