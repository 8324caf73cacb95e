import type { Channel, LiveItem, Match } from '@yunmu/contract'

/** Items of lists that contain channels and matches. */
export const channelItem = (channel: Channel): LiveItem => ({ kind: 'channel', ...channel })
export const matchItem = (match: Match): LiveItem => ({ kind: 'match', ...match })
