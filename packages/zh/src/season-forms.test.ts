import { expect, test } from 'vitest'
import { seasonForms } from './index.ts'

test.each(['庆余年二', '庆余年 第二季', '庆余年第2部', '庆余年II', '庆余年Ⅱ'])(
  '[C04] %s is a second part however it is written',
  (text) => {
    const forms = ['庆余年2', '庆余年第2季', '庆余年第2部', '庆余年续集'].filter((form) => form !== text)
    expect(seasonForms(text)).toEqual(forms)
  },
)

test('[C04] a part of an English name is a season, a part or an S', () => {
  for (const text of ['Dark S03', 'Dark s3', 'Dark season 3', 'Dark Part 3', 'Dark iii'])
    expect(seasonForms(text)).toEqual(expect.arrayContaining(['Dark3', 'Dark第3季']))
  expect(seasonForms('Dark 3')).toEqual(expect.arrayContaining(['Dark season 3', 'Dark part 3', 'Dark s3']))
})

test('[C04] parts from ten on are written in digits and in Chinese', () => {
  expect(seasonForms('行尸走肉10')).toEqual(expect.arrayContaining(['行尸走肉第10季', '行尸走肉第十季']))
  expect(seasonForms('行尸走肉第十二季')).toEqual(expect.arrayContaining(['行尸走肉12', '行尸走肉第12季']))
})

test('[C04] the first part may have no number', () => {
  expect(seasonForms('英雄本色1')).toContain('英雄本色')
  expect(seasonForms('英雄本色2')).not.toContain('英雄本色')
  expect(seasonForms('天1')).not.toContain('天')
})

test.each([
  '',
  '2',
  '十二',
  '2046',
  '请回答1988',
  '第二十条',
  '八佰',
  '刺客伍六七',
  'Hawaii',
  '庆余年第',
  '9'.repeat(64),
])('[C04] %j ends with no part', (text) => {
  expect(seasonForms(text)).toEqual([])
})
