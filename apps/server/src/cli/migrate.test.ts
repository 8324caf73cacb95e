import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCommandLine } from '../testing/command-line.ts'
import { maccmsDump, maccmsTypes } from '../testing/maccms.ts'

const { folder, yunmu, refusal } = await createCommandLine()

const film = {
  vod_id: 12,
  type_id: 6,
  vod_name: '雾港来信',
  vod_status: 1,
  vod_play_from: 'ymhls',
  vod_play_url: '正片$https://v.example/12.m3u8',
  vod_pwd: 'x',
}
writeFileSync(
  join(folder, 'old.sql'),
  maccmsDump(
    { type: maccmsTypes, vod: [film, { ...film, vod_id: 13, vod_status: 0 }], link: [{ link_id: 1 }] },
    'site_',
  ),
)

test.each([
  [['migrate', 'maccms', 'old.sql', '--batch', '0'], '每批条数要写 1 到 500 之间的整数'],
  [['migrate', 'maccms', 'old.sql', '--prefix', 'a`b'], '表前缀只能有字母、数字和下划线'],
  [['migrate', 'maccms', 'postgres://a/b'], '数据库地址要写成 mysql://'],
  [['migrate', 'maccms', 'old.sql', '--site', 'old.example'], '旧站的网址要写成 https://old.example/'],
  [['migrate', 'maccms', 'old.sql', '--id-key', 'k', '--id-length', 'x'], '加密位数要写 0 到 9 之间的整数'],
])('[M02] yunmu %j ends with code 2: %s', async (args, words) => {
  expect(await refusal(args)).toContain(words)
})

test('[M02] what cannot be read ends with code 1 and a sentence without the password', async () => {
  expect(await yunmu('migrate', 'maccms', 'none.sql')).toMatchObject({ code: 1, stdout: '' })
  const lost = await yunmu('migrate', 'maccms', 'mysql://bao:geheim93@127.0.0.1:1/maccms')
  expect(lost).toMatchObject({ code: 1, stdout: '' })
  expect(lost.stderr).toContain('连不上数据库 mysql://bao@127.0.0.1:1/maccms（ECONNREFUSED）')
  expect((await yunmu('migrate', 'maccms', 'old.sql')).stderr).toContain('表前缀不是 mac_ 的话，请用 --prefix 指明')
})

test('[M02] an operator counts first, migrates, and reads the report again', async () => {
  expect((await yunmu('migrate', 'report')).stdout).toBe('还没有搬过。\n')
  const dry = await yunmu('migrate', 'maccms', 'old.sql', '--prefix', 'site_', '--dry-run')
  expect(dry).toMatchObject({ code: 0, stderr: '' })
  expect(dry.stdout).toBe(
    [
      'MacCMS old.sql：只是清点，什么也没有写',
      '分类：读到 9，会新增 8，会更新 0，没有变 0',
      '  没有搬：不是影片的 1',
      '  没有搬的字段：type_status 9',
      '  例如：戏曲（xiqu）、网络电影（wangluodianying）',
      '影片：读到 2，会新增 1，会更新 0，没有变 0',
      '  没有搬：未发布或在回收站 1',
      '  例如：雾港来信',
      '演员：读到 0，会新增 0，会更新 0，没有变 0',
      '用户：读到 0，会新增 0，会更新 0，没有变 0',
      '收藏和观看记录：读到 0，会新增 0，会更新 0，没有变 0',
      '评论：读到 0，会新增 0，会更新 0，没有变 0',
      '弹幕：读到 0，会新增 0，会更新 0，没有变 0',
      '直播频道：读到 0，会新增 0，会更新 0，没有变 0',
      '播放地址：读到 1；会员：0 位；有播放密码的影片：1 部',
      '海报和头像：0 张，稍后由站点取回',
      '整张没有搬的表：友情链接 1',
      '',
    ].join('\n'),
  )
  expect((await yunmu('migrate', 'report')).stdout).toBe('还没有搬过。\n')
  const taken = await yunmu('migrate', 'maccms', 'old.sql', '--prefix', 'site_')
  expect(taken.stdout).toContain('影片：读到 2，新增 1，更新 0，没有变 0')
  expect(taken.stdout).toContain('有 1 个新的影片主机，允许以后才会播放：remote hosts list')
  const report = await yunmu('migrate', 'report')
  expect(report.stdout).toMatch(/^\d{4}-.* 开始，已完成。\nMacCMS old\.sql\n/)
  expect((await yunmu('remote', 'hosts', 'list')).stdout).toBe('https://v.example  待定  1 个地址\n')
})
