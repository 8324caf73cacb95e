import type { TextKind } from '@yunmu/contract'
import { isCounted, networkOf, storedSubscriberOf } from '../../platform/http/network.ts'
import { cleanText } from './clean-text.ts'
import { findContact } from './find-contact.ts'
import type { FoundWord } from './find-words.ts'
import type { ModerationParts, TextPlace } from './moderation-needs.ts'
import { isRepeated, repeatKey, textIdentity } from './recent-rules.ts'

/** A text that somebody wants to show to others. */
export interface TextToReview {
  kind: TextKind
  userId: number
  /** Where the request came from; `visitor.address`. */
  address: string
  text: string
  place: TextPlace
  nowMs: number
}

/**
 * What becomes of it. `text` is cleaned: what is to be kept and shown. `found` says to an operator why it is held; empty
 * where it is shown. `TooSoon` is for the domain to name in its own words.
 */
export type ModerationVerdict =
  | { state: 'shown' | 'held'; found: string; text: string }
  | { refused: 'TextRefused' | 'TextRepeated' }
  | { refused: 'TooSoon' | 'Muted'; retryAfterSec: number }

type ReviewNeeds = Pick<ModerationParts, 'hash' | 'mutes' | 'users' | 'recent' | 'words'>

/** Who is newer than a day may not lead others elsewhere, however it is written. */
const newForSec = 24 * 3600

/**
 * Looks at texts that nobody here sends. Says of each what an operator should see in it, as `Looked` does; empty for nothing.
 * What would be refused is held.
 */
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

/** Looks at a text and counts it among what was said. To be called last, when nothing else speaks against the text. */
export async function review(
  { hash, mutes, users, recent, words }: ReviewNeeds,
  { kind, userId, address, text: input, place, nowMs }: TextToReview,
): Promise<ModerationVerdict> {
  const nowSec = Math.floor(nowMs / 1000)
  const mutedForSec = (await mutes.until(userId, nowSec)) - nowSec
  if (mutedForSec > 0) return { refused: 'Muted', retryAfterSec: mutedForSec }
  const text = cleanText(kind, input)
  const word = (await words.find(nowMs))(text)
  if (word?.list === 'refused') return { refused: 'TextRefused' }

  const key = repeatKey(text)
  const hashFor = (purpose: string, value: string): Buffer => hash(`moderation.${purpose}`, value).subarray(0, 16)
  const isLimited = isCounted(address)
  const refusal = await recent.count(
    {
      userId,
      kind,
      nowMs,
      textHash: hashFor('text', textIdentity(kind, key, place)),
      addressHash: isLimited ? hashFor('address', storedSubscriberOf(address)) : null,
      networkHash: isLimited ? hashFor('network', networkOf(address)) : null,
    },
    (last) => isRepeated(kind, key, last, nowMs),
  )
  if (refusal) return refusal
  if (word) return { state: 'held', found: describeWord(word), text }
  const joinedAt = (await users([userId], nowSec)).get(userId)?.joinedAt ?? nowSec
  const contact = findContact(text, { strict: nowSec - joinedAt < newForSec })
  return contact === null ? { state: 'shown', found: '', text } : { state: 'held', found: contact, text }
}
