import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createCommandLine } from '../testing/command-line.ts'

const { folder, yunmu, refusal } = await createCommandLine()

writeFileSync(join(folder, 'words.png'), 'no picture')
writeFileSync(join(folder, 'ad.html'), '<b>来看</b>')

test.each([
  [['site', 'set', 'logos', '/a.png'], '没有“logos”这个设置'],
  [['site', 'set', 'logo', 'none.png'], '找不到文件：none.png'],
  [['site', 'set', 'logo', 'words.png'], '不是能用的图片'],
  [['site', 'set', 'logo', join(folder, 'words.png')], '不是能用的图片'],
  [['site', 'set', 'logo', '//elsewhere.example/logo.png'], '找不到文件'],
  [['site', 'set', 'live_live', 'perhaps'], '这个值不能用作“开放体育比赛”，要写：是 或 否。'],
  [['ad', 'add', 'ALL1'], '只能一种'],
  [['ad', 'add', 'ALL1', '--html', 'ad.html', '--text', '来看'], '只能一种'],
  [['ad', 'add', 'ALL1', '--text', '来看'], '文字只能放在 text'],
  [['ad', 'add', 'pre', '--html', 'ad.html'], '视频和 VAST 只能放在 pre'],
  [['ad', 'add', 'pre', '--vast', 'ftp://a.example/'], 'VAST 地址'],
  [['ad', 'add', 'pre', '--video', 'ad.html'], '不是能用的视频'],
  [['ad', 'add', 'ALL1', '--html', 'ad.html', '--weight', '1001'], '从 1 到 1000'],
  [['ad', 'add', 'ALL1', '--html', 'ad.html', '--from', '2090-02-30'], '选项的值不对'],
  [['ad', 'add', 'ALL1', '--html', 'ad.html', '--from', '2090-12-02', '--to', '2090-12-01'], '结束的日期'],
  [['ad', 'add', '首页', '--html', 'ad.html'], '没有“首页”这个位置'],
  [['ad', 'add', 'ALL1', '--html', 'ad.html', '--platform', 'tv'], '选项的值不对'],
  [['ad', 'remove', '7'], '没有编号为“7”的广告'],
  [['ad', 'remove', '2147483648'], '没有编号为“2147483648”的广告'],
  [['bulletin', 'add', '维护'], '二选一'],
  [['bulletin', 'add', '维护', '--text', '今晚', '--dialog', '3'], '选项的值不对'],
  [['bulletin', 'add', '维护', '--text', '今晚', '--to', '2020-01-01'], '结束的日期'],
  [['seo', 'set', 'Detail', '--title', 'x'], '没有“Detail”这类页面'],
  [['seo', 'set', 'Details', '--title', '{nmae} {__proto__}'], '没有 {nmae} {__proto__} 这样的占位符'],
  [['seo', 'set', 'Details'], '至少一项'],
  [['seo', 'remove', 'Details'], '“Details”没有设置过'],
])('yunmu %j ends with code 2: %s', async (args, words) => {
  expect(await refusal(args)).toContain(words)
})

test('[A01] an operator sets the logo from a file and reads the settings', async () => {
  await sharp({ create: { width: 400, height: 200, channels: 3, background: '#d93324' } })
    .png()
    .toFile(join(folder, 'mark.png'))
  const file = join(folder, 'mark.png')
  expect(await yunmu('site', 'set', 'logo', file)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^已改好：站标\n撤销：audit undo \d+/),
  })
  const { stdout } = await yunmu('site', 'list', '--json')
  expect(JSON.parse(stdout)).toMatchObject({ logo: expect.stringMatching(/^data:image\/webp;base64,/) })
  expect((await yunmu('site', 'list')).stdout).toMatch(/logo {20}（一张图片）/)
})

test("after a change of the station's name the settings with its former name are listed", async () => {
  expect(await yunmu('site', 'set', 'copyright', '海边影业')).toMatchObject({ code: 0, stderr: '' })
  const { stdout, stderr } = await yunmu('site', 'set', 'name', '海边影院')
  expect(stdout).toMatch(/^已改好：站名\n撤销：audit undo \d+（30 天内）\n$/)
  expect(stderr).toBe('这些设置里还是“云幕”：seo_title、seo_keywords、seo_description。用 site set 逐项改。\n')
})

test('[A06] an operator sets the numbers of registrations, and a text that is none is refused with an example', async () => {
  expect(await refusal(['site', 'set', 'icp_number', 'ICP 12345678'])).toContain('如 京ICP备12345678号-1')
  expect((await yunmu('site', 'set', 'icp_number', ' 京ICP备12345678号-1 ')).code).toBe(0)
  expect((await yunmu('site', 'set', 'police_number', '京公网安备11010502030143号')).code).toBe(0)
  const { stdout } = await yunmu('site', 'list')
  expect(stdout).toMatch(/icp_number {14}京ICP备12345678号-1\n/)
  expect(stdout).toMatch(/police_number {11}京公网安备11010502030143号\n/)
})

test('[A06] an operator sets friend links, a line each', async () => {
  expect(await refusal(['site', 'set', 'friend_links', '影评 javascript:alert(1)'])).toContain('一行一个')
  expect((await yunmu('site', 'set', 'friend_links', '影评 https://a.example/\n读书 https://b.example/')).code).toBe(0)
  expect((await yunmu('site', 'list')).stdout).toContain('影评 https://a.example/ / 读书 https://b.example/')
})

test('[A12] an operator adds an advertisement and removes it', async () => {
  expect((await yunmu('ad', 'list')).stdout).toBe('还没有广告。\n')
  expect(await yunmu('ad', 'add', 'ALL1', '--html', 'ad.html', '--platform', '手机')).toMatchObject({
    stdout: '已新建广告 1。\n',
  })
  expect((await yunmu('ad', 'add', 'ALL1', '--picture', 'mark.png', '--link', '/vip')).code).toBe(0)
  expect((await yunmu('ad', 'list')).stdout).toMatch(
    /^2 .*图片 \/vip\n.*份额 1.*\n1 .*手机 {2}网页片段 9 字\n {6}不限日期 {2}份额 1 {2}次数不限 {2}所有分类\n$/,
  )
  expect((await yunmu('ad', 'remove', '1')).stdout).toBe('已去掉广告 1。\n')
  expect((await yunmu('ad', 'list', '--json')).stdout).toMatch(/^\{.*"id":2.*\}\n$/)
})

test('[J05] an operator plans a campaign with a video, and reads its report as text and CSV', async () => {
  writeFileSync(join(folder, 'ad.mp4'), Buffer.from('00000018667479706d703432', 'hex'))
  const plan = ['--from', '2026-01-01', '--to', '2090-12-31', '--weight', '3', '--cap', '2', '--categories', '1,2']
  const added = await yunmu('ad', 'add', 'pre', '--video', 'ad.mp4', '--name', '=山泉', '--skip', '3', ...plan)
  expect(added).toMatchObject({ code: 0, stderr: '' })
  const listed = (await yunmu('ad', 'list', '--json')).stdout.split('\n')[0] ?? ''
  expect(JSON.parse(listed)).toMatchObject({
    type: 3,
    source: expect.stringMatching(/^\/media\/ads\/.{22}\.mp4$/),
    weight: 3,
    dailyCap: 2,
    categories: [1, 2],
    seconds: 15,
    skipAfterSec: 3,
  })
  expect((await yunmu('ad', 'report')).stdout).toBe('这些天没有展示。\n')
  expect((await yunmu('ad', 'report', '--csv', '--from', '2026-01-01')).stdout).toBe('日期,编号,名称,位置,展示,点击\n')
})

test('[D07] an operator publishes a bulletin for some days and removes it', async () => {
  const days = ['--from', '2090-12-01', '--to', '2090-12-02', '--dialog', '2']
  expect(await yunmu('bulletin', 'add', '维护', '--file', 'ad.html', ...days)).toMatchObject({
    stdout: '已发公告 1。\n',
  })
  expect((await yunmu('bulletin', 'list')).stdout).toBe('1     未开始  首页弹出  2090-12-01 起，到 2090-12-02  维护\n')
  expect((await yunmu('bulletin', 'remove', '1')).stdout).toBe('已去掉公告 1。\n')
})

test('[B19] an operator sets, reads and removes the texts of pages for search engines', async () => {
  expect(await yunmu('seo', 'set', 'Details', '--title', '长'.repeat(201))).toMatchObject({ code: 2 })
  expect(await yunmu('seo', 'set', 'details', '--title', '《{name}》{site}')).toMatchObject({ code: 0 })
  expect(await yunmu('seo', 'set', 'Details', '--keywords', '{name},{year}')).toMatchObject({ code: 0 })
  expect(JSON.parse((await yunmu('seo', 'list', '--json')).stdout)).toEqual({
    page: 'Details',
    seo_title: '《{name}》{site}',
    seo_keywords: '{name},{year}',
    seo_description: '',
  })
  expect(await yunmu('seo', 'remove', 'Details')).toMatchObject({ code: 0 })
  expect((await yunmu('seo', 'list')).stdout).toContain('还没有设置')
})
