import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createCommandLine } from '../testing/command-line.ts'

const { folder, database, yunmu, refusal } = await createCommandLine()

writeFileSync(join(folder, 'words.png'), 'no picture')
const no = '20261118ABCDEFGHJK'

test.each([
  [['plans', 'add', '月卡', '--days', '30'], '--yuan 或 --euro'],
  [['plans', 'add', '月卡', '--days', '30', '--yuan', '29.9'], '选项的值不对'],
  [['plans', 'add', '月卡', '--days', '0', '--yuan', '29.90'], '选项的值不对'],
  [['plans', 'add', '', '--days', '30', '--yuan', '29.90'], '套餐名要'],
  [['plans', 'change', '7', '--yuan', '1.00'], '没有编号为“7”的套餐'],
  [['plans', 'remove', '7'], '没有编号为“7”的套餐'],
  [['pay', 'transfer'], '二选一'],
  [['pay', 'transfer', '--picture', 'words.png'], '不是能用的图片'],
  [['pay', 'transfer', '--off'], '没有设扫码转账'],
  [['pay', 'confirm', '17'], '订单号不对'],
  [['pay', 'confirm', no], `没有订单 ${no}`],
  [['orders', 'show', no], `没有订单 ${no}`],
  [['orders', 'refund', no], `没有订单 ${no}`],
  [['orders', 'refund', no, '--decline'], '没有退款申请'],
  [['orders', 'refund', no, '--days', 'x'], '选项的值不对'],
  [['orders', 'export', '--output', 'nowhere/orders.csv'], '写不了文件：nowhere/orders.csv'],
  [['orders', 'bills', '--resolve', '7'], '没有编号为“7”'],
  [['vouchers', 'make', '3'], '二选一'],
  [['vouchers', 'make', '3', '--days', '7', '--plan', '1'], '--plan 只用于优惠码'],
  [['vouchers', 'make', '3', '--percent', '10', '--plan', '7'], '没有编号为“7”的套餐'],
  [['vouchers', 'make', '3', '--percent', '100'], '选项的值不对'],
  [['vip', 'ledger', 'nobody'], '没有这个用户'],
  [['ad', 'add', 'nowhere', '--text', 'x'], '没有“nowhere”这个位置，可以是 ALL1、pre、'],
])('yunmu %j ends with code 2: %s', async (args, words) => {
  expect(await refusal(args)).toContain(words)
})

test('[D06] an operator adds plans, changes one and removes one', async () => {
  expect((await yunmu('plans', 'list')).stdout).toBe('还没有套餐。\n')
  expect((await yunmu('plans', 'add', '月卡', '--days', '30', '--yuan', '29.90', '--euro', '3.99')).code).toBe(0)
  expect((await yunmu('plans', 'add', '年卡', '--days', '365', '--yuan', '298', '--mark', '省 17%')).code).toBe(0)
  expect((await yunmu('plans', 'change', '1', '--yuan', '19.90')).stdout).toBe('已改好套餐 1。\n')
  expect((await yunmu('plans', 'list')).stdout).toBe(
    '1  月卡  30 天  ¥19.90  €3.99\n2  年卡  365 天  ¥298.00  省 17%\n',
  )
  expect((await yunmu('plans', 'remove', '2')).code).toBe(0)
  const { stdout } = await yunmu('plans', 'list', '--json')
  expect(JSON.parse(stdout)).toMatchObject({ id: 1, amount: 1990, currencyAmount: 399 })
})

test('[J04] an operator sets a picture to pay by, confirms a transfer, refunds it and exports the orders', async () => {
  await sharp({ create: { width: 40, height: 40, channels: 3, background: '#07c160' } })
    .png()
    .toFile(join(folder, 'code.png'))
  expect((await yunmu('plans', 'add', '季卡', '--days', '30', '--yuan', '19.90')).code).toBe(0)
  expect((await yunmu('pay', 'transfer', '--picture', 'code.png')).stdout).toBe('已设好扫码转账。\n')
  await database.pool.query(
    `insert into app_user (name, name_key, nickname, created_at) values ('lin', 'lin', '=1+1', 1700000000)`,
  )
  await database.pool.query(
    `insert into vip_order (no, user_id, plan_id, name, days, amount, currency, method_id, gateway, state, key, created_sec, expires_sec)
     values ($1, 1, (select max(id) from vip_plan), '=月卡', 30, 1990, 'CNY', 4, 'transfer', 'pending', 'k', 1795000000, 1795259200)`,
    [no],
  )
  expect((await yunmu('pay', 'confirm', no)).stdout).toBe(`订单 ${no} 已开通。\n`)
  expect(await refusal(['pay', 'confirm', no])).toContain('已经付过款')
  expect((await yunmu('user', 'list')).stdout).toMatch(/会员到/)
  expect((await yunmu('vip', 'ledger', 'lin')).stdout).toMatch(/订单 {2}\+30 天/)
  expect((await yunmu('orders', 'list')).stdout).toMatch(/ {2}lin（1） {2}=月卡 {2}¥19\.90 {2}扫码转账 {2}已开通/)
  expect((await yunmu('orders', 'show', no)).stdout).toMatch(
    /收据：\d{4}-000001[\s\S]*已开通 {2}19\.90 CNY {2}手工确认[\s\S]*运营者 {2}确认收款/,
  )
  const told = '退 ¥9.95，收回 15 天（订单共 30 天）。\n'
  const part = ['orders', 'refund', no, '--amount', '9.95']
  expect((await yunmu(...part, '--dry-run')).stdout).toBe(told)
  expect((await yunmu('vip', 'ledger', 'lin')).stdout).not.toContain('退款')
  expect((await yunmu(...part)).stdout).toBe(`${told}订单 ${no} 已退款，一共退了 ¥9.95。\n`)
  expect((await yunmu('vip', 'ledger', 'lin')).stdout).toMatch(/退款 {2}-15 天/)
  expect((await yunmu('orders', 'refund', no)).stdout).toBe(
    `退 ¥9.95，收回 15 天（订单共 30 天）。\n订单 ${no} 已退款，一共退了 ¥19.90。\n`,
  )
  expect((await yunmu('orders', 'export', '--output', 'orders.csv')).stdout).toBe('')
  const written = readFileSync(join(folder, 'orders.csv'), 'utf8')
  // Excel reads a file as UTF-8 only with the mark, which is lost where standard output is read as text.
  expect(`\uFEFF${(await yunmu('orders', 'export')).stdout}`).toBe(written)
  expect(written).toMatch(/^\uFEFF订单号,下单时间,/)
  const lines = written.split('\n').slice(0, -1)
  expect(lines).toHaveLength(2)
  // A spreadsheet would compute what begins with an equals sign.
  expect(lines[1]).toContain(`,1,lin,'=月卡,30,19.90,0.00,CNY,扫码转账,已退款,`)
  const ledger = (await yunmu('vip', 'export')).stdout.trim().split('\n')
  expect(ledger).toHaveLength(4)
  expect(ledger[2]).toMatch(/,1,lin,退款,-1296000,/)
  expect((await yunmu('orders', 'bills')).stdout).toBe('没有对不上的。\n')
  await database.pool.query(
    `insert into reconciliation_row (day, gateway, kind, order_no, provider_ref, flow, our_amount, their_amount, currency, found_sec)
     values ('2026-11-17', 'epay', 'only_them', $1, 'T1', 'paid', 0, 2990, 'CNY', 1795000000)`,
    [no],
  )
  expect((await yunmu('orders', 'bills')).stdout).toMatch(/^1 {2}2026-11-17 {2}易支付 {2}付款 {2}只有支付平台有/)
  expect((await yunmu('orders', 'bills', '--resolve', '1')).stdout).toBe('已处理 1。\n')
  expect((await yunmu('orders', 'bills')).stdout).toBe('没有对不上的。\n')
  await database.pool.query(
    `insert into payment_event (gateway, event_key, verdict, reported_no, provider_ref, amount, currency, received_sec)
     values ('epay', 'paid:T9', 'unknown_order', '20261118ZZZZZZZZZZ', 'T9', 2990, 'CNY', 1795000000)`,
  )
  expect((await yunmu('orders', 'unknown')).stdout).toMatch(/易支付 {2}20261118ZZZZZZZZZZ {2}T9 {2}29\.90 CNY\n$/)
  expect((await yunmu('pay', 'transfer', '--off')).stdout).toBe('已关掉扫码转账。\n')
})

test('[J04] an operator lets a person try VIP, once', async () => {
  await database.pool.query(
    `insert into app_user (name, name_key, nickname, created_at) values ('mu', 'mu', '', 1700000000)`,
  )
  expect((await yunmu('vip', 'trial', 'mu')).stdout).toBe('“mu”可以试用 3 天。\n')
  expect(await refusal(['vip', 'trial', 'mu', '--days', '30'])).toContain('已经试用过')
  expect((await yunmu('vip', 'ledger', 'mu')).stdout).toMatch(/^\S+ \S+ {2}试用 {2}\+3 天 .*\n$/)
})

test('[J04] an operator makes codes and sees which were used', async () => {
  const made = ['vouchers', 'make', '3', '--days', '7', '--note', '开站', '--output', 'codes.txt']
  expect((await yunmu(...made)).stdout).toBe('')
  const codes = readFileSync(join(folder, 'codes.txt'), 'utf8').trim().split('\n')
  expect(new Set(codes).size).toBe(3)
  for (const code of codes) expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
  expect((await yunmu('vouchers', 'list')).stdout).toBe('1  给 7 天  3 个，用了 0 个  不失效  开站\n')
  expect((await yunmu('vouchers', 'list', '1')).stdout.trim().split('\n').toSorted()).toEqual(
    codes.map((code) => `${code}  没用`).toSorted(),
  )
})
