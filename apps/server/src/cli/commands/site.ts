import { Command } from 'commander'
import { stat } from 'node:fs/promises'
import {
  isSettingName,
  settingKinds,
  parseSetting,
  type SettingName,
  type SiteSettings,
} from '../../domains/site/index.ts'
import { atStation, type AtStation } from '../at-station.ts'
import { WrongUse, type CommandContext } from '../command-context.ts'
import { embedPicture } from '../embedded-picture.ts'

/** What a setting is called, and what is written there where that does not say it. */
const about: Readonly<Record<SettingName, { called: string; holds?: string }>> = {
  name: { called: '站名' },
  seo_title: { called: '首页标题' },
  seo_keywords: { called: '关键词', holds: '用逗号分开' },
  seo_description: { called: '一句话介绍' },
  index_old_version_site: { called: '旧版网站的地址', holds: '空则不显示' },
  external_vod_site: { called: '外部点播站的地址', holds: '空则不显示' },
  logo: { called: '站标', holds: '本站的路径，或一个图片文件；空则用自带的' },
  live_live: { called: '开放体育比赛', holds: '是 或 否' },
  disclaimer: { called: '页脚的声明' },
  copyright: { called: '页脚的版权人' },
  email: { called: '联系邮箱' },
  phone: { called: '联系方式' },
  apk_uri: { called: '安卓客户端的下载地址', holds: '空则没有客户端' },
  apk_version: { called: '安卓客户端的版本' },
  apk_size: { called: '安卓客户端的大小', holds: '字节' },
  apk_notes: { called: '安卓客户端的更新说明' },
}

const logoBox = { width: 600, height: 84 }

function named(name: string): SettingName {
  if (!isSettingName(name)) throw new WrongUse(`没有“${name}”这个设置：可用 ${Object.keys(about).join('、')}。`)
  return name
}

/** What the operator wrote, or the picture that they named: a file of the machine before a path of the station. */
async function written(context: CommandContext, name: SettingName, value: string): Promise<string> {
  if (settingKinds[name] !== 'picture' || value.trim() === '') return value
  const isFile = (await stat(context.pathOf(value)).catch(() => null))?.isFile() ?? false
  return !isFile && parseSetting(name, value) ? value : embedPicture(context, value, logoBox)
}

/** Texts that still say the station's former name. */
function namedAsBefore(settings: SiteSettings, former: string): SettingName[] {
  if (settings.name.includes(former)) return []
  return Object.keys(about)
    .filter(isSettingName)
    .filter((name) => ['line', 'text'].includes(settingKinds[name]) && String(settings[name]).includes(former))
}

const aboutWords = (name: SettingName): string => {
  const { called, holds } = about[name]
  return holds === undefined ? called : `${called}：${holds}`
}

function valueWords(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'number') return value === 0 ? '（空）' : String(value)
  if (value.startsWith('data:')) return '（一张图片）'
  return value === '' ? '（空）' : value.replaceAll('\n', ' / ')
}

/** `site list|set`: what the station says of itself. */
export function siteCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const at = atStation(context, onCode)
  return new Command('site')
    .description('站点设置')
    .addCommand(listCommand(at, context))
    .addCommand(setCommand(at, context))
}

function listCommand(at: AtStation, { say }: CommandContext): Command {
  return new Command('list')
    .description('列出所有设置')
    .option('--json', '一个 JSON，供其他程序读取')
    .action(async ({ json = false }: { json?: boolean }) => {
      await at(async ({ station }) => {
        const settings = await station.site.read()
        if (json) say(JSON.stringify(settings))
        else
          for (const name of Object.keys(about).filter(isSettingName))
            say(`${name.padEnd(24)}${valueWords(settings[name])}\n${' '.repeat(24)}${aboutWords(name)}`)
      })
    })
}

function setCommand(at: AtStation, context: CommandContext): Command {
  const { say, hint } = context
  return new Command('set')
    .description('改一项设置；值为空（""）就是去掉')
    .argument('<名称>')
    .argument('<值>')
    .action(async (text: string, value: string) => {
      const name = named(text)
      const settings = parseSetting(name, await written(context, name, value))
      const { called, holds } = about[name]
      if (!settings) throw new WrongUse(`这个值不能用作“${called}”${holds === undefined ? '' : `，要写：${holds}`}。`)
      await at(async ({ station }) => {
        const before = await station.site.read()
        await station.site.write(settings)
        say(`已改好：${called}`)
        const behind = name === 'name' ? namedAsBefore({ ...before, ...settings }, before.name) : []
        if (behind.length > 0) hint(`这些设置里还是“${before.name}”：${behind.join('、')}。用 site set 逐项改。`)
      })
    })
}
