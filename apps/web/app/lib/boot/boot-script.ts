import { vipGroupId } from '@yunmu/contract/constants'
import { homeRows } from '../watching/watch-record-rules.ts'

/**
 * Runs before the first paint. Preferences are stored in local storage and mirrored in cookies. If the cookies are blocked
 * or gone, the server rendered the defaults: the skin is corrected here, the Chinese script by loading the page again.
 * Player pages are always dark. Home reserves room for the viewer's own rows if there were some before. The server does
 * not know who is a VIP: offers of VIP are hidden from them here. Neither does it know who hides scores
 * (lib/site/spoilers.ts). If storage is blocked too, `sessionStorage` is replaced by memory, because the router stores
 * scroll positions in it.
 */
const source = `try {
  sessionStorage.length
} catch {
  const values = new Map()
  const memory = {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, String(value)),
    removeItem: (key) => void values.delete(key),
  }
  Object.defineProperty(window, 'sessionStorage', { value: memory })
}
try {
  const root = document.documentElement
  const theme = localStorage.getItem('theme')
  const script = localStorage.getItem('language')
  for (const row of HOME_ROWS) if (localStorage.getItem(row) !== null) root.dataset[row] = ''
  const url = new URL(location)
  if (!ALWAYS_DARK && (theme === 'w' || theme === 'b')) root.dataset.theme = theme
  if ((script === 's' || script === 't') && !url.searchParams.has('lang') && (root.lang === 'zh-Hans') !== (script === 's')) {
    url.searchParams.set('lang', script)
    location.replace(url)
  }
  if (JSON.parse(localStorage.getItem('spoilers'))?.isHiding === true) root.dataset.hidesScores = ''
  const user = JSON.parse(localStorage.getItem('userinfo'))
  const isMember = user?.groupId === VIP_GROUP && (user.userEndTime === 0 || user.userEndTime * 1000 > Date.now())
  if (isMember) root.dataset.member = ''
} catch {}`

/** Rendered by the server only: the browser's build does not contain the text. */
export const bootScript = (isAlwaysDark: boolean): string =>
  import.meta.env.SSR
    ? source
        .replace('ALWAYS_DARK', String(isAlwaysDark))
        .replace('HOME_ROWS', JSON.stringify(homeRows))
        .replace('VIP_GROUP', String(vipGroupId))
        .replace(/\n */g, '\n')
    : ''
