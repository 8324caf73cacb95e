import type { LegalKind } from '@yunmu/contract'

/** A version of a text. */
export interface LegalVersion {
  version: number
  /** Whether it is the station's own text. */
  isDefault: boolean
}

/** How a version is stored with accounts and orders: `3` is the operator's third, `d1` the first of the station's own. */
export const versionLabel = ({ version, isDefault }: LegalVersion): string => `${isDefault ? 'd' : ''}${version}`

/** The same for people. */
export const versionText = (label: string): string =>
  label.startsWith('d') ? `自带文本第 ${label.slice(1)} 版` : `第 ${label} 版`

const maxCharacters = 100_000

/** Why a text cannot be published. */
export type TextRefusal = 'TextEmpty' | 'TextTooLong' | 'TextIsBanner'

/** What npm prints before the output of a command that was redirected into a file. */
const npmBanner = /^\s*> [\w./@-]+@\d\S* \S+[ \t]*\r?\n> /

/** Null if a text can be published. */
export function textRefusal(text: string): TextRefusal | null {
  if (text.trim() === '') return 'TextEmpty'
  if (npmBanner.test(text)) return 'TextIsBanner'
  return text.length > maxCharacters ? 'TextTooLong' : null
}

/** Names of the texts. */
export const legalNames: Readonly<Record<LegalKind, string>> = {
  terms: '用户协议',
  privacy: '隐私政策',
  vip: '会员服务协议',
}

/** Days for which a new version is announced. */
export const announcedDays = 30

/** Address of each text on this site, for the notice. */
export const updateNotice = (kind: LegalKind, { version, day }: { version: number; day: string }, path: string) => ({
  title: `《${legalNames[kind]}》已更新`,
  content: `《${legalNames[kind]}》第 ${version} 版自 ${day} 起施行。\n全文在 ${path} ，页脚也能找到。继续使用本站，就表示同意新的版本；不同意的话，可以在个人资料里注销账号。`,
})
