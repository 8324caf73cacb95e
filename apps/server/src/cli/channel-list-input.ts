import type { ChannelListProblem } from '@yunmu/formats'
import { InvalidArgumentError } from 'commander'

/** Messages for lists that cannot be imported. */
export const listProblems: Record<ChannelListProblem, string> = {
  size: '这份列表太大了。',
  stream: '这是一个频道的播放地址，不是频道列表。请用 channels add 加入它。',
  foreign: '这不是频道列表：要 M3U，或每行“名称,地址”的文本。',
}

/** Parses the tag of overseas channels, e.g. `beimei:北美`. */
export function parseTag(text: string): { type: string; name: string } {
  const [, type, name] = /^([a-z]{2,20})[:：](.{1,20})$/.exec(text.trim()) ?? []
  if (type === undefined || name === undefined || type === 'tv' || type === 'us') throw new InvalidArgumentError('')
  return { type, name }
}
