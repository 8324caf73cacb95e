import type { MessageDialog } from '@yunmu/contract'
import type { PersonalType } from './messages-tables.ts'

/** Pure rules of bulletins and messages. Times are Unix seconds. */

/** The types of what is told to one person alone, in the order of the tabs. */
export const personalTypes = ['comment_thumb_up', 'comment_commit', 'sub_live'] as const satisfies PersonalType[]

/** An answer comes up on any page, applause on the home page alone. */
export const dialogOf: Readonly<Record<PersonalType, MessageDialog>> = {
  comment_thumb_up: 2,
  comment_commit: 1,
  sub_live: 1,
}

/** For how long a message may come up by itself: a match that began has been seen or missed after two hours. */
const popUpForSec: Readonly<Record<PersonalType, number>> = {
  comment_thumb_up: 7 * 24 * 3600,
  comment_commit: 7 * 24 * 3600,
  sub_live: 2 * 3600,
}

export const isFresh = ({ type, createdAt }: { type: PersonalType; createdAt: number }, nowSec: number): boolean =>
  nowSec - createdAt < popUpForSec[type]

/** What nobody has looked at for so long is forgotten. */
export const retentionSec = 180 * 24 * 3600

/** How much of a text stands in a list, in characters. */
const excerptLength = 120

/** The beginning of a text on one line. */
export function excerptOf(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ').replaceAll(/([。！？；：…”」）]) /gu, '$1')
  const characters = [...line.trim()]
  return characters.length <= excerptLength ? characters.join('') : `${characters.slice(0, excerptLength).join('')}…`
}

/** What a person reads above a message that others caused. `nickname` is empty for who is not known. */
export function titleOf(
  { type, others, title }: { type: PersonalType; others: number; title: string },
  nickname: string,
): string {
  const who = nickname === '' ? '有人' : nickname
  if (type === 'sub_live') return title
  const all = others > 0 ? `${who} 等 ${others + 1} 人` : who
  return type === 'comment_thumb_up' ? `${all}赞了你的评论` : `${all}回复了你`
}

/** A bulletin as the operator asks for it. */
export interface BulletinInput {
  title: string
  content: string
  dialog: MessageDialog
  /** Null is now. */
  startsAt: number | null
  /** Null stands until it is taken away. */
  endsAt: number | null
}

/** Why a bulletin cannot be taken. */
export type BulletinRefusal = 'TitleInvalid' | 'ContentInvalid' | 'DatesInvalid'

const maxTitleLength = 60
const maxContentLength = 5000

/** Text without controls and marks of direction, which could make it read as another. */
const sanitise = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?!\n)\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

const isTooLong = (text: string, maxLength: number): boolean => [...text].length > maxLength

/** What is kept of a wish. */
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
