import type { QueueItem, ReportReason } from '@yunmu/contract'
import { formatTime } from './user-output.ts'

const reasonTexts: Readonly<Record<ReportReason, string>> = {
  abuse: '辱骂',
  spam: '广告',
  porn: '色情',
  politics: '时政',
  spoiler: '剧透',
  other: '其他',
}

/** Text of users with line breaks and control characters escaped, so that it cannot move the cursor. */
export const printable = (text: string): string => text.replaceAll('\n', ' ⏎ ').replaceAll(/\p{Cc}/gu, '')

/** One line for a queued text. */
export function queueLine(item: QueueItem): string {
  const { kind, id, state, text, createTime, userId, userNickName, place, found, reports, reasons } = item
  const why = [
    ...(found === '' ? [] : [found]),
    ...(reports === 0 ? [] : [`举报 ${reports} 次（${reasons.map((reason) => reasonTexts[reason]).join('、')}）`]),
  ]
  const where = place.level === 0 ? place.name : `${place.name} 第 ${place.level} 集`
  return [
    `${kind}:${id}`,
    state === 'held' ? '未公开' : '公开中',
    why.join('，'),
    `${userNickName}（#${userId}）`,
    formatTime(createTime),
    where,
    text,
  ]
    .map(printable)
    .join('  ')
}
