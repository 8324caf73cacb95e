import type { QueueItem, ReportReason } from '@yunmu/contract'
import { timeWords } from './user-words.ts'

const reasonWords: Readonly<Record<ReportReason, string>> = {
  ...{ abuse: '辱骂', spam: '广告', porn: '色情', politics: '时政', spoiler: '剧透', other: '其他' },
}

/** A text that waits, on one line. Nothing of it can move the cursor: what is kept has no controls but line ends. */
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
    text.replaceAll('\n', ' ⏎ '),
  ].join('  ')
}
