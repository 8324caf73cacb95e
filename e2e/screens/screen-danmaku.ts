import type { DanmakuRecord } from '@yunmu/formats'
import type { TestStation } from '../in-process-station.ts'

const white = 0xffffff
const apricot = 0xffd27a
const sky = 0x8fd3ff

/** Danmaku around the position on the pictures: seconds, text and, if not white, colour. */
const sampleDanmaku: readonly (readonly [sec: number, text: string, color?: number])[] = [
  [5.5, '前排'],
  [7.2, '声音开大一点更好听'],
  [9.1, '这个镜头我截图了'],
  [10.4, '配乐进得刚刚好'],
  [11.8, '一个人守三十七年'],
  [12.6, '老乡报到'],
  [13.4, '镜头语言太稳了'],
  [14.2, '等了三集终于轮到他', apricot],
  [15, '他手里那盏灯是第二集借的那盏吧', sky],
  [15.7, '水面的光做得真细'],
  [16.3, '前方高能，请系好安全带'],
  [17.1, '这段配乐叫什么'],
  [18.2, '配乐进得刚刚好'],
  [18.9, '风声一起就冷了'],
  [19.6, '晚上关了灯看最合适', sky],
  [20.3, '老乡报到'],
  [22.4, '这里要暂停看'],
  [24.1, '伏笔收得漂亮'],
  [25.3, '编剧你出来'],
  [27.2, '这一秒可以当壁纸'],
  [30.5, '每一帧都能当海报'],
  [33.8, '片尾有彩蛋'],
]

/** Adds danmaku to the first episode of a title; existing ones are not added again. */
export async function addSampleDanmaku({ station }: TestStation, titleId: number): Promise<void> {
  const records = sampleDanmaku.map(([sec, text, color = white]): DanmakuRecord => ({
    atMs: sec * 1000,
    mode: 'scroll',
    color,
    size: 25,
    text,
    sender: '',
    sentSec: 0,
    id: '',
  }))
  await station.danmaku.pools.importRecords({ kind: 'vod', id: titleId, level: 1 }, records, 0)
}
