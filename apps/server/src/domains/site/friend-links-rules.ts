import type { OutsideLink } from '@yunmu/contract'
import { isLink, isOwnPath } from '@yunmu/urls'

/** More do not belong into a footer. */
const maxLinks = 20
const maxUrlLength = 300
const linePattern = /^(\S.{0,39}?)\s+(\S+)$/u
/** Control and formatting characters could reverse the order of what follows, line separators break the line. */
const hiddenCharacters = /[\p{C}\p{Zl}\p{Zp}]/u

/** The address of another site in normal form; null for any other text. */
function outsideUrl(text: string): string | null {
  if (text.length > maxUrlLength || !isLink(text) || isOwnPath(text)) return null
  const { username, password, href } = new URL(text)
  return username === '' && password === '' ? href : null
}

/** The operator's friend links, a line each: a name and an address. Null if a line is none, or an address is there twice. */
export function parseFriendLinks(text: string): OutsideLink[] | null {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (lines.length > maxLinks) return null
  const links = new Map<string, OutsideLink>()
  for (const line of lines) {
    const [, name = '', address = ''] = linePattern.exec(line) ?? []
    const url = outsideUrl(address)
    if (url === null || links.has(url) || hiddenCharacters.test(line)) return null
    links.set(url, { name, url })
  }
  return [...links.values()]
}
