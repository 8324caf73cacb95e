/**
 * Runs before the first paint. What the reader chose is kept in local storage and mirrored in cookies; where the cookies
 * are blocked or gone, the page came as for anybody: the skin is put right here, and the script by asking for the page in
 * it. A player is dark whatever the skin. Where both are blocked, nothing is kept; what a library keeps for the tab, to
 * find its place on a page again, is kept for this page alone.
 */
const source = `try {
  sessionStorage.length
} catch {
  const kept = new Map()
  const memory = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, String(value)),
    removeItem: (key) => void kept.delete(key),
  }
  Object.defineProperty(window, 'sessionStorage', { value: memory })
}
try {
  const root = document.documentElement
  const theme = localStorage.getItem('theme')
  const script = localStorage.getItem('language')
  const url = new URL(location)
  if (!STAGE && (theme === 'w' || theme === 'b')) root.dataset.theme = theme
  if ((script === 's' || script === 't') && !url.searchParams.has('lang') && (root.lang === 'zh-Hans') !== (script === 's')) {
    url.searchParams.set('lang', script)
    location.replace(url)
  }
} catch {}`

/** Only the server writes it; the browser has no need of its text. */
export const bootScript = (isStage: boolean): string =>
  import.meta.env.SSR ? source.replace('STAGE', String(isStage)).replace(/\n */g, '\n') : ''
