import { expect, test } from 'vitest'
import { areaOf, areaOfCode, knownArea } from './areas.ts'

test.each([
  ['大陆', '内地'],
  ['中国大陆', '内地'],
  ['中国', '内地'],
  ['国产', '内地'],
  ['中国香港', '香港'],
  ['香港,大陆', '香港'],
  ['中国台湾', '台湾'],
  ['美国/英国', '美国'],
  ['印度尼西亚', '印度尼西亚'],
  ['其它', '其它'],
  ['', ''],
])('[M02] the area %j is %j, whoever brings it', (text, area) => {
  expect(areaOf(text)).toBe(area)
})

test('[M02] a country that lists do not filter by is none', () => {
  expect(['United States of America', 'South Korea', 'Indonesia', 'Peru'].map(knownArea)).toEqual([
    '美国',
    '韩国',
    '',
    '',
  ])
  expect(['CN', 'XX'].map(areaOfCode)).toEqual(['内地', ''])
})
