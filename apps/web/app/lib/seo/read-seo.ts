import { read, type PageRead } from '../page-data.tsx'

const asked = read('indexSeo', {})

/** The operator's words for pages. A page for which they cannot be read speaks for itself. */
export const readSeo: PageRead = {
  onServer: (cache, page) => asked.onServer(cache, page).catch(() => undefined),
  inBrowser: (cache, script) => asked.inBrowser(cache, script).catch(() => undefined),
}
