import { expect, test } from 'vitest'
import { coworkersOf, creditOf, latinName } from './people-rules.ts'

const work = (id: number, directors: string[], ...actors: [name: string, role: string][]) => ({
  id,
  directors,
  actors: actors.map(([name, role]) => ({ name, role })),
})
const works = [
  work(1, ['顾砚秋'], ['沈北望', '饰 陆见川'], ['许知遥', '饰 阮青']),
  work(2, ['顾砚秋'], ['沈北望', ''], ['许知遥', '旁白'], ['梁渡', '饰 何掌柜']),
  work(3, ['沈北望'], ['沈北望', '饰 守夜人']),
]

test('[F04] what a person did in a title: directed, acted, in which role', () => {
  expect(works.map((one) => creditOf('沈北望', one))).toEqual([
    { directed: false, acted: true, role: '饰 陆见川' },
    { directed: false, acted: true, role: '' },
    { directed: true, acted: true, role: '饰 守夜人' },
  ])
})

test('[F04] co-workers share at least two works, and are directors if that is what they mostly did', () => {
  expect(coworkersOf('沈北望', works)).toEqual([
    { name: '顾砚秋', isDirector: true, count: 2 },
    { name: '许知遥', isDirector: false, count: 2 },
  ])
})

test.each([
  ['沈北望', 'SHEN BEIWANG'],
  ['阮青', 'RUAN QING'],
  ['Tilda Swinton', ''],
  ['沈', ''],
])('[F04] the Latin name of %s is %j', (name, latin) => {
  expect(latinName(name)).toBe(latin)
})
