import type { DanmakuSettings } from '@yunmu/contract'
import type { DanmakuItem } from './types.ts'

export const settings: DanmakuSettings = {
  on: true,
  opacity: 80,
  area: 50,
  size: 100,
  speed: 3,
  density: 'all',
  scroll: true,
  top: true,
  bottom: true,
  color: true,
  merge: true,
  clearOfSubtitles: true,
  level: 0,
  words: [],
  patterns: [],
  users: [],
}

let lastId = 0

export function flying(given: Partial<DanmakuItem> = {}): DanmakuItem {
  const id = String(++lastId)
  return {
    id,
    time: 0,
    mode: 'scroll',
    color: 0xffffff,
    size: 25,
    text: `弹幕${id}`,
    user: 'a',
    weight: 5,
    vip: false,
    up: 0,
    mine: false,
    ...given,
  }
}
