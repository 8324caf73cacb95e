import type { QueueItem, ReportReason } from '@yunmu/contract'
import { timeWords } from './user-words.ts'

const reasonWords: Readonly<Record<ReportReason, string>> = {
  abuse: '辱骂',
  spam: '广告',
  porn: '色情',
  politics: '时政',
  spoiler: '剧透',
  other: '其他',
}

/** What people and operators wrote, so that nothing of it can move the cursor. */
export const readable = (text: string): string => text.replaceAll('\n', ' ⏎ ').replaceAll(/\p{Cc}/gu, '')

/** A text that waits, on one line. */
export function queueLine(item: QueueItem): string {
  const { kind, id, state, text, createTime, userId, userNickName, place, found, reports, reasons } = item
  const why = [
    ...(found === '' ? [] : [found]),
    ...(reports === 0 ? [] : [`举报 ${reports} 次（${reasons.map((reason) => reasonWords[reason]).join('、')}）`]),
  ]
  const where = place.level === 0 ? place.name : `${place.name} 第 ${place.level} 集`
  return [
    `${kind}:${id}`,
    state === 'held' ? '未公开' : '公开中',
    why.join('，'),
    `${userNickName}（#${userId}）`,
    timeWords(createTime),
    where,
    text,
  ]
    .map(readable)
    .join('  ')
}
