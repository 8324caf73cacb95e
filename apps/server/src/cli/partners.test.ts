import { expect, test } from 'vitest'
import { createCommandLine } from '../testing/command-line.ts'

const { yunmu, refusal } = await createCommandLine()

test.each([
  [['partners', 'product', 'add', '弹幕皮肤'], '--kind'],
  [['partners', 'product', 'add', '弹幕皮肤', '--kind', '天上'], '选项的值不对'],
  [['partners', 'product', 'add', '弹幕皮肤', '--kind', '弹幕'], '说明要 1 到 60 个字'],
  [
    ['partners', 'product', 'add', '很长很长很长很长很长的名称', '--kind', '弹幕', '--line', '一行。'],
    '名称要 1 到 12 个字',
  ],
  [['partners', 'product', 'change', '1', '--fact', '素材'], '选项的值不对'],
  [['partners', 'product', 'change', '1', '--fact', '很长很长的名目：1'], '--fact 最多 4 项'],
  [['partners', 'product', 'change', '99', '--name', '横幅'], '没有编号为“99”的广告位'],
  [['partners', 'product', 'move', '99', '1'], '没有编号为“99”的广告位'],
  [['partners', 'product', 'remove', 'x'], '没有编号为“x”的广告位'],
  [['cooperations', 'done', 'HZ26112700001'], '没有预约号为“HZ26112700001”的预约'],
  [['partners', 'audience', '--figure', '每月观众=1,240 万'], '数字要有出处'],
  [['partners', 'audience', '--source', '站内统计', '--figure', '很多观众'], '选项的值不对'],
])('yunmu %j ends with code 2: %s', async (args, words) => {
  expect(await refusal(args)).toContain(words)
})

test('[J05] an operator adds, changes, moves and removes products', async () => {
  const names = async () => {
    const { stdout } = await yunmu('partners', 'product', 'list', '--json')
    return stdout
      .trim()
      .split('\n')
      .map((line) => String(JSON.parse(line).name))
  }
  expect(await names()).toEqual(['首页广告', '片前广告', '暂停广告', '列表广告', '文字广告', '页角广告'])
  const facts = ['--fact', '素材：高 72，透明底', '--fact', '计价：按周']
  const added = await yunmu(
    'partners',
    'product',
    'add',
    '弹幕皮肤',
    '--kind',
    '弹幕',
    '--line',
    '带品牌小标。',
    ...facts,
  )
  expect(added).toMatchObject({ stdout: '已新增广告位 7。\n' })
  await yunmu('partners', 'product', 'move', '7', '1')
  await yunmu('partners', 'product', 'change', '2', '--name', '片头广告')
  await yunmu('partners', 'product', 'remove', '5')
  expect(await names()).toEqual(['弹幕皮肤', '首页广告', '片头广告', '暂停广告', '列表广告', '页角广告'])
  expect((await yunmu('partners', 'product', 'list')).stdout).toMatch(
    /^7 {5}弹幕 {2}弹幕皮肤 {2}带品牌小标。\n {6}素材 {2}高 72，透明底\n/,
  )
})

test('[J05] the audience is given with its source and taken away', async () => {
  const figures = ['--figure', '每月观众=1,240 万', '--figure', '手机 电脑 电视=58 : 27 : 15']
  await yunmu('partners', 'audience', '--source', '2026 年 10 月，站内统计。', ...figures)
  expect((await yunmu('partners', 'audience')).stdout).toBe(
    '每月观众  1,240 万\n手机 电脑 电视  58 : 27 : 15 \n2026 年 10 月，站内统计。\n',
  )
  await yunmu('partners', 'audience', '--source', '')
  expect((await yunmu('partners', 'audience')).stdout).toBe('还没有观众的数字。\n')
  expect((await yunmu('cooperations', 'list')).stdout).toBe('还没有合作预约。\n')
})
