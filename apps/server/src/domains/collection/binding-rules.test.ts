import { expect, test } from 'vitest'
import { proposeCategory } from './binding-rules.ts'

const categories = [
  [1, '电视剧'],
  [11, '国产剧'],
  [12, '港台剧'],
  [13, '日韩剧'],
  [14, '欧美剧'],
  [15, '海外剧'],
  [2, '电影'],
  [21, '动作片'],
  [22, '喜剧片'],
  [24, '科幻片'],
  [3, '综艺'],
  [31, '内地综艺'],
  [4, '动漫'],
  [41, '国产动漫'],
  [42, '日韩动漫'],
  [44, '动漫电影'],
  [5, '纪录片'],
  [6, '短剧'],
].map(([id, name]) => ({ id: Number(id), pidId: Number(String(id).charAt(0)), name: String(name), path: String(name) }))

test.each([
  ['电影', 2],
  ['電影片', 2],
  ['动作片', 21],
  ['爱情片', 2],
  ['奇幻片', 24],
  ['国产剧', 11],
  ['大陆剧', 11],
  ['香港剧', 12],
  ['台湾剧', 12],
  ['韩剧', 13],
  ['日剧', 13],
  ['美剧', 14],
  ['泰剧', 15],
  ['海外剧', 15],
  ['连续剧', 1],
  ['大陆综艺', 31],
  ['综艺节目', 3],
  ['国漫', 41],
  ['日本动漫', 42],
  ['动画片', 44],
  ['动漫', 4],
  ['记录片', 5],
  ['短剧大全', 6],
  ['女频爽文短剧', 6],
  // Not collected until the operator says so.
  ['新闻资讯', null],
  ['伦理片', null],
  ['福利视频', null],
  ['演员', null],
  ['', null],
  ['<script>', null],
])('[M02] the category %s of a source is proposed as %s', (name, id) => {
  expect(proposeCategory(name, categories)).toBe(id)
})
