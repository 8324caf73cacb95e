import type { TextKind } from '@yunmu/contract'
import { isCounted, networkOf, storedSubscriberOf } from '../../platform/http/network.ts'
import { cleanText } from './clean-text.ts'
import { findContact } from './find-contact.ts'
import type { FoundWord } from './find-words.ts'
import type { ModerationParts, TextPlace } from './moderation-needs.ts'
import type { CountCondition, RecentCounts, Writer } from './recent-store.ts'
import { isRepeated, repeatKey, textIdentity } from './recent-rules.ts'

/** A text that a user wants to publish. */
export interface TextToReview {
  kind: TextKind
  userId: number
  /** Client address of the request: `visitor.address`. */
  address: string
  text: string
  place: TextPlace
  nowMs: number
  /**
   * Called with what was written since a time before the text is counted, one text of a user after the other; throws so
   * that it is not counted.
   */
  countIf?: CountCondition
}

/**
 * The result of a review. `text` is cleaned: the form to store and show. `found` is why it is held, for the operator;
 * empty if shown. Each domain maps `TooSoon` to its own refusal.
 */
export type ModerationVerdict =
  | { state: 'shown' | 'held'; found: string; text: string }
  | { refused: 'TextRefused' | 'TextRepeated' }
  | { refused: 'TooSoon' | 'Muted'; retryAfterSec: number }

type ReviewNeeds = Pick<ModerationParts, 'hash' | 'mutes' | 'users' | 'recent' | 'words'>

/** Users of the first day get stricter checks for contacts. */
const newForSec = 24 * 3600

/** Reviews texts that no user sent. Returns the `found` of each; empty for no reason. What would be refused is held. */
export async function scanTexts(
  { words }: Pick<ReviewNeeds, 'words'>,
  texts: readonly string[],
  nowMs: number,
): Promise<string[]> {
  const find = await words.find(nowMs)
  return texts.map((text) => {
    const word = find(text)
    return word ? describeWord(word) : (findContact(text, { strict: false }) ?? '')
  })
}

const describeWord = ({ word }: FoundWord): string => `词语“${word}”`

const hashFor = ({ hash }: Pick<ReviewNeeds, 'hash'>, purpose: string, value: string): Buffer =>
  hash(`moderation.${purpose}`, value).subarray(0, 16)

function writerOf(parts: Pick<ReviewNeeds, 'hash'>, { userId, address }: { userId: number; address: string }): Writer {
  const isLimited = isCounted(address)
  return {
    userId,
    addressHash: isLimited ? hashFor(parts, 'address', storedSubscriberOf(address)) : null,
    networkHash: isLimited ? hashFor(parts, 'network', networkOf(address)) : null,
  }
}

/** How many texts were written since a time by the user, and from the client's address and its network. */
export const recentCounts = (
  parts: Pick<ReviewNeeds, 'hash' | 'recent'>,
  { kind, ...from }: { kind: TextKind; userId: number; address: string },
  sinceMs: number,
): Promise<RecentCounts> => parts.recent.countsSince({ kind, ...writerOf(parts, from) }, sinceMs)

/** Reviews a text and counts it in the writer's rate. Call last, after all other checks. */
export async function review(
  parts: ReviewNeeds,
  { kind, userId, address, text: input, place, nowMs, countIf }: TextToReview,
): Promise<ModerationVerdict> {
  const { mutes, users, recent, words } = parts
  const nowSec = Math.floor(nowMs / 1000)
  const mutedForSec = (await mutes.until(userId, nowSec)) - nowSec
  if (mutedForSec > 0) return { refused: 'Muted', retryAfterSec: mutedForSec }
  const text = cleanText(kind, input)
  const word = (await words.find(nowMs))(text)
  if (word?.list === 'refused') return { refused: 'TextRefused' }

  const key = repeatKey(text)
  const textHash = hashFor(parts, 'text', textIdentity(kind, key, place))
  const refusal = await recent.count(
    { ...writerOf(parts, { userId, address }), kind, nowMs, textHash },
    (last) => isRepeated(kind, key, last, nowMs),
    countIf,
  )
  if (refusal) return refusal
  if (word) return { state: 'held', found: describeWord(word), text }
  const joinedAt = (await users([userId], nowSec)).get(userId)?.joinedAt ?? nowSec
  const contact = findContact(text, { strict: nowSec - joinedAt < newForSec })
  return contact === null ? { state: 'shown', found: '', text } : { state: 'held', found: contact, text }
}
