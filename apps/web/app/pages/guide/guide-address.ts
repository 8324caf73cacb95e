import { isCalendarDay } from '@yunmu/contract/constants'
import { guideUrl } from '../../lib/urls.ts'

/** Content of the guide's address. */
export interface GuideAddress {
  /** `us` is all overseas channels; empty is all. */
  type: string
  /** Group name; empty is all. */
  group: string
  /** YYYY-MM-DD; `0` for today. */
  day: string
}

/** Which channels the guide shows. */
export type GuideChoice =
  | { kind: 'all' }
  | { kind: 'mine' }
  | { kind: 'group'; group: string }
  | { kind: 'type'; type: string }

/** Value for all overseas channels in an address. */
const overseasType = 'us'

export function readGuideAddress(search: URLSearchParams): GuideAddress {
  const [type = '', group = '', day = ''] = ['type', 'group', 'day'].map((name) => search.get(name) ?? '')
  return { type: type.slice(0, 40), group: group.slice(0, 40), day: isCalendarDay(day) ? day : '0' }
}

/** The choice of an address. */
export const choiceOf = ({ type, group }: GuideAddress): GuideChoice =>
  group !== '' ? { kind: 'group', group } : type !== '' ? { kind: 'type', type } : { kind: 'all' }

export function addressOfChoice(choice: GuideChoice): string {
  if (choice.kind === 'group') return guideUrl({ group: choice.group })
  return choice.kind === 'type' ? guideUrl({ type: choice.type }) : guideUrl()
}

/** Channels of a choice, in order. */
export function chosenChannels<Of extends { id: number; group: string; types: string; overseas: boolean }>(
  channels: readonly Of[],
  choice: GuideChoice,
  followed: ReadonlySet<number>,
): readonly Of[] {
  switch (choice.kind) {
    case 'all':
      return channels
    case 'mine':
      return channels.filter(({ id }) => followed.has(id))
    case 'group':
      return channels.filter(({ group }) => group === choice.group)
    case 'type':
      return channels.filter(({ types, overseas }) => (choice.type === overseasType ? overseas : types === choice.type))
  }
}
