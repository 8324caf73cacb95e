import type { MessageDialog } from '@yunmu/contract'
import type { PersonalType } from './messages-tables.ts'

/** Pure rules of bulletins and messages. Times are Unix seconds. */

/** The types of personal messages, in the order of the tabs. */
export const personalTypes = [
  'comment_thumb_up',
  'comment_commit',
  'sub_live',
  'reminder',
] as const satisfies PersonalType[]

/** A reply pops up on any page, a thumb on the home page only. */
export const dialogOf: Readonly<Record<PersonalType, MessageDialog>> = {
  comment_thumb_up: 2,
  comment_commit: 1,
  sub_live: 1,
  reminder: 1,
}

/** How long a message may pop up: a match that began is seen or missed after two hours. */
const popUpForSec: Readonly<Record<PersonalType, number>> = {
  comment_thumb_up: 7 * 24 * 3600,
  comment_commit: 7 * 24 * 3600,
  sub_live: 2 * 3600,
  reminder: 24 * 3600,
}

export const isFresh = ({ type, createdAt }: { type: PersonalType; createdAt: number }, nowSec: number): boolean =>
  nowSec - createdAt < popUpForSec[type]

/** Older messages are deleted. */
export const retentionSec = 180 * 24 * 3600

/** Maximum length of a text in a list, in characters. */
const excerptLength = 120

/** The beginning of a text, as one line. */
export function excerptOf(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ').replaceAll(/([。！？；：…”」）]) /gu, '$1')
  const characters = [...line.trim()]
  return characters.length <= excerptLength ? characters.join('') : `${characters.slice(0, excerptLength).join('')}…`
}

/** The heading of a message that others caused. `nickname` is empty for a deleted user. */
export function titleOf(
  { type, others, title }: { type: PersonalType; others: number; title: string },
  nickname: string,
): string {
  const who = nickname === '' ? '有人' : nickname
  if (type === 'sub_live' || type === 'reminder') return title
  const all = others > 0 ? `${who} 等 ${others + 1} 人` : who
  return type === 'comment_thumb_up' ? `${all}赞了你的评论` : `${all}回复了你`
}

/** A bulletin as entered by the operator. */
export interface BulletinInput {
  title: string
  content: string
  dialog: MessageDialog
  /** Null is now. */
  startsAt: number | null
  /** Null never ends. */
  endsAt: number | null
}

/** Why a bulletin is invalid. */
export type BulletinRefusal = 'TitleInvalid' | 'ContentInvalid' | 'DatesInvalid'

const maxTitleLength = 60
const maxContentLength = 5000

/** Removes control and bidirectional characters, which could make a text read differently. */
const sanitise = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?!\n)\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

const isTooLong = (text: string, maxLength: number): boolean => [...text].length > maxLength

/** Validates and normalises a bulletin. */
export function parseBulletin(
  { title, content, dialog, startsAt, endsAt }: BulletinInput,
  nowSec: number,
):
  | { title: string; content: string; dialog: MessageDialog; startsAt: number; endsAt: number | null }
  | BulletinRefusal {
  const bulletin = {
    title: sanitise(title).replaceAll('\n', ' '),
    content: sanitise(content),
    dialog,
    startsAt: startsAt ?? nowSec,
    endsAt,
  }
  if (bulletin.title === '' || isTooLong(bulletin.title, maxTitleLength)) return 'TitleInvalid'
  if (bulletin.content === '' || isTooLong(bulletin.content, maxContentLength)) return 'ContentInvalid'
  if (endsAt !== null && endsAt <= Math.max(nowSec, bulletin.startsAt)) return 'DatesInvalid'
  return bulletin
}
