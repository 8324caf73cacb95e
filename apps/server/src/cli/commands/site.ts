import { Command } from 'commander'
import { stat } from 'node:fs/promises'
import {
  isSettingName,
  settingKinds,
  parseSetting,
  type SettingName,
  type SiteSettings,
} from '../../domains/site/index.ts'
import { commandLineActor, undoHint } from '../correction-output.ts'
import { createStationRunner, type StationRunner } from '../station-runner.ts'
import { UsageError, type CommandContext } from '../command-context.ts'
import { embedPicture } from '../embedded-picture.ts'

/** Chinese label of a setting, and help on its value if the label does not say it. */
const labels: Readonly<Record<SettingName, { label: string; help?: string }>> = {
  name: { label: '站名' },
  seo_title: { label: '首页标题' },
  seo_keywords: { label: '关键词', help: '用逗号分开' },
  seo_description: { label: '一句话介绍' },
  index_old_version_site: { label: '旧版网站的地址', help: '空则不显示' },
  external_vod_site: { label: '外部点播站的地址', help: '空则不显示' },
  logo: { label: '站标', help: '本站的路径，或一个图片文件；空则用自带的' },
  live_live: { label: '开放体育比赛', help: '是 或 否' },
  registration_open: { label: '开放注册', help: '是 或 否：关闭后，已有账号的人照常登录' },
  vip_selling: {
    label: '开放会员',
    help: '是、否或空；空则有套餐和支付方式时自动开放；是则各处总有开通 VIP 的入口，没有套餐时写明向谁开通；否则什么也不卖',
  },
  vip_tax_note: { label: '价格旁边的含税说明' },
  vip_receipt_mail: { label: '付款后把收据寄到邮箱' },
  vip_cooling_off_days: { label: '付款后多少天内可以申请退款', help: '天数；0 则不能' },
  vip_min_height: { label: '会员清晰度', help: '线数，如 1080：这个清晰度及以上只给会员看；0 则全部开放' },
  vip_preview_minutes: { label: '会员影片的试看', help: '分钟，最多到全片的一半；0 则不能试看' },
  streams_user: { label: '普通用户同时播放的台数', help: '0 则不限' },
  streams_vip: { label: '会员同时播放的台数', help: '0 则不限' },
  downloads_per_day: { label: '会员每天可下载的集数', help: '0 则不开放下载' },
  provide_open: { label: '开放采集接口', help: '是 或 否：别的程序可以读取片目和播放地址' },
  tv_lists_open: { label: '开放电视列表', help: '是 或 否：频道列表、节目单和电视盒子的配置，不用登录' },
  robots_text: {
    label: 'robots.txt 里另加的行',
    help: '只能有 User-agent、Disallow、Crawl-delay 和注释；写在 User-agent 前面的对所有爬虫有效；空则不加',
  },
  stats_script: {
    label: '访问统计的脚本',
    help: '一个 https 地址，如 https://hm.baidu.com/hm.js?…；付款和个人页面上不加载，浏览器要求不跟踪时也不加载；空则没有',
  },
  disclaimer: { label: '页脚的声明' },
  copyright: { label: '页脚的版权人' },
  email: { label: '联系邮箱' },
  phone: { label: '联系方式' },
  icp_number: { label: '页脚的 ICP 备案号', help: '如 京ICP备12345678号-1，连到工信部的查询页；空则不显示' },
  police_number: { label: '页脚的公安备案号', help: '如 京公网安备11010502030143号，连到公安部的查询页；空则不显示' },
  friend_links: {
    label: '页脚的友情链接',
    help: '一行一个：名称、空格、地址（http 或 https），如 影评 https://a.example/；地址不能重复，最多 20 行；空则不显示',
  },
  apk_uri: { label: '安卓客户端的下载地址', help: '空则没有客户端' },
  apk_version: { label: '安卓客户端的版本' },
  apk_size: { label: '安卓客户端的大小', help: '字节' },
  apk_notes: { label: '安卓客户端的更新说明' },
}

/** The label of a setting; null if there is none of this name. */
export const settingLabel = (name: string): string | null => (isSettingName(name) ? labels[name].label : null)

const logoBox = { width: 600, height: 84 }

function parseSettingName(name: string): SettingName {
  if (!isSettingName(name)) throw new UsageError(`没有“${name}”这个设置：可用 ${Object.keys(labels).join('、')}。`)
  return name
}

/**
 * The new value, or the named picture as a data address: a file on this machine takes precedence over a path of the
 * station.
 */
async function settingInput(context: CommandContext, name: SettingName, value: string): Promise<string> {
  if (settingKinds[name] !== 'picture' || value.trim() === '') return value
  const isFile = (await stat(context.pathOf(value)).catch(() => null))?.isFile() ?? false
  return !isFile && parseSetting(name, value) ? value : embedPicture(context, value, logoBox)
}

/** Settings that still contain the station's former name. */
function settingsNaming(settings: SiteSettings, former: string): SettingName[] {
  if (settings.name.includes(former)) return []
  return Object.keys(labels)
    .filter(isSettingName)
    .filter((name) => ['line', 'text'].includes(settingKinds[name]) && String(settings[name]).includes(former))
}

const labelText = (name: SettingName): string => {
  const { label, help } = labels[name]
  return help === undefined ? label : `${label}：${help}`
}

function valueText(name: SettingName, value: string | number | boolean | null): string {
  if (value === null) return '（自动）'
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'number') return value === 0 && settingKinds[name] === 'bytes' ? '（空）' : String(value)
  if (value.startsWith('data:')) return '（一张图片）'
  return value === '' ? '（空）' : value.replaceAll('\n', ' / ')
}

/** `site list|set`: settings of the station. */
export function siteCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const at = createStationRunner(context, onCode)
  return new Command('site')
    .description('站点设置')
    .addCommand(listCommand(at, context))
    .addCommand(setCommand(at, context))
}

function listCommand(at: StationRunner, { print }: CommandContext): Command {
  return new Command('list')
    .description('列出所有设置')
    .option('--json', '一个 JSON，供其他程序读取')
    .action(async ({ json = false }: { json?: boolean }) => {
      await at(async ({ station }) => {
        const settings = await station.site.read()
        if (json) print(JSON.stringify(settings))
        else
          for (const name of Object.keys(labels).filter(isSettingName))
            print(`${name.padEnd(24)}${valueText(name, settings[name])}\n${' '.repeat(24)}${labelText(name)}`)
      })
    })
}

function setCommand(at: StationRunner, context: CommandContext): Command {
  const { print, printError } = context
  return new Command('set')
    .description('改一项设置；值为空（""）就是去掉')
    .argument('<名称>')
    .argument('<值>')
    .action(async (text: string, value: string) => {
      const name = parseSettingName(text)
      const settings = parseSetting(name, await settingInput(context, name, value))
      const { label, help } = labels[name]
      if (!settings) throw new UsageError(`这个值不能用作“${label}”${help === undefined ? '' : `，要写：${help}`}。`)
      await at(async ({ station }) => {
        const before = await station.site.read()
        const entryId = await station.site.correct(commandLineActor, settings)
        print(`已改好：${label}`)
        if (entryId !== null) print(undoHint({ entryId }))
        const outdated = name === 'name' ? settingsNaming({ ...before, ...settings }, before.name) : []
        if (outdated.length > 0)
          printError(`这些设置里还是“${before.name}”：${outdated.join('、')}。用 site set 逐项改。`)
      })
    })
}
