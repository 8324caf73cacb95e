import type { HistoryItem } from '@yunmu/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { itemOfRecord, itemUrl } from './history-item.ts'
import { Remaining } from './remaining.tsx'

const item = (fields: Partial<HistoryItem>): HistoryItem => ({
  ...itemOfRecord({
    id: 12,
    ids: 2,
    type: 'match',
    level: 2,
    name: '江海港务 对 北屿远航',
    time: 1_800_000_000,
    currentTime: 1500,
    duration: 6000,
    isLevel: false,
    pidId: 0,
    img: '/media/cards/match-12.webp',
  }),
  ...fields,
})

test('[F09] [H01] a match of the history leads to its stream, and says what is left of its recording', () => {
  expect(itemUrl(item({}))).toBe('/match/play/12/2')
  expect(itemUrl(item({ gone: true }))).toBeNull()
  const markup = renderToStaticMarkup(<Remaining item={item({})} />)
  expect(markup).toContain('<span data-spoiler="">剩 1 小时 15 分</span>')
})

test('[H01] readers who hide scores see how far they watched a match, and not how long it was', () => {
  expect(renderToStaticMarkup(<Remaining item={item({})} />)).toContain('<span data-spoiler-cover="">看到 25 分</span>')
  expect(renderToStaticMarkup(<Remaining item={item({ type: 'vod' })} />)).toBe('剩 1 小时 15 分')
})
