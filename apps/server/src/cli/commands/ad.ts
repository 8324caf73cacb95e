import type { AdPlatform } from '@yunmu/contract'
import { adAnchors, homeAnchor, imageAdType } from '@yunmu/contract'
import { chinaDay } from '@yunmu/contract/china-time'
import { Command, InvalidArgumentError } from 'commander'
import type { Ad, AdCount, AdInput, AdRefusal } from '../../domains/ads/index.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { createStationRunner, type StationRunner } from '../station-runner.ts'
import { UsageError, type CommandContext, type OpenStation } from '../command-context.ts'
import { csvHead, csvLine } from '../money-output.ts'
import { withOutput, writeLines } from '../output-file.ts'
import { embedPicture } from '../embedded-picture.ts'
import { parseFirstDay, parseId, parseLastDay, parseNumber, readOperatorFile } from '../operator-input.ts'

/** Messages for refused advertisements. */
const refusalMessages: Record<AdRefusal, string> = {
  AnchorInvalid: '没有这个位置。',
  NothingToShow: '要给内容，而且只能一种：--picture、--html、--text、--video 或 --vast。',
  HtmlTooLong: '网页片段最多 20000 个字。',
  WordsTooLong: '文字广告最多 40 个字。',
  UriInvalid: '链接要以 http:// 或 https:// 开头，或是本站的路径。',
  TagInvalid: 'VAST 地址要以 http:// 或 https:// 开头。',
  SlotUnfit: `视频和 VAST 只能放在 ${adAnchors.beforeFilm}，那里也只能放它们；文字只能放在 ${adAnchors.text}，那里也只能放文字。`,
  TimesInvalid: '结束的日期要在开始之后。',
  NumberInvalid: '--weight 从 1 到 1000，--cap 最多 1000，--seconds 和 --skip 最多 120。',
}

/** Twice the largest displayed size. */
const pictureBox = { width: 1456, height: 720 }

/** `ad add|list|remove|report`: advertisements. */
export function adCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const run = createStationRunner(context, onCode)
  return new Command('ad')
    .description('广告')
    .addCommand(addCommand(run, context))
    .addCommand(listCommand(run, context))
    .addCommand(removeCommand(run, context))
    .addCommand(reportCommand(run, context))
}

const platforms: Readonly<Partial<Record<string, AdPlatform>>> = { 电脑: 'pc', pc: 'pc', 手机: 'h5', h5: 'h5' }

function parsePlatform(text: string): AdPlatform {
  const platform = platforms[text]
  if (platform === undefined) throw new InvalidArgumentError('')
  return platform
}

interface AddOptions {
  picture?: string
  html?: string
  text?: string
  video?: string
  vast?: string
  link?: string
  name?: string
  platform?: AdPlatform
  from?: number
  to?: number
  weight?: number
  cap?: number
  categories?: number[]
  seconds?: number
  skip?: number
}

const parseIds = (text: string): number[] => text.split(/[,，]/).map((id) => parseId(id.trim(), '分类'))

function addCommand(run: StationRunner, context: CommandContext): Command {
  return new Command('add')
    .description(
      `新建广告；位置：${homeAnchor} 首页，${adAnchors.beforeFilm} 片前，${adAnchors.pause} 暂停时，${adAnchors.list} 列表，${adAnchors.text} 文字，${adAnchors.box} 角落的框`,
    )
    .argument('<位置>')
    .option('--picture <文件>', '图片，访客可以关掉')
    .option('--html <文件>', '网页片段，放在没有权限的框里，访客不能关掉')
    .option('--text <文字>', '一行文字')
    .option('--video <文件或地址>', '片前的视频，MP4 或 WebM，最大 50 MB')
    .option('--vast <地址>', '广告系统的 VAST 地址')
    .option('--link <地址>', '图片、文字或视频通向哪里')
    .option('--name <名称>', '自己看的名称，统计里也用')
    .option('--platform <平台>', '只给 电脑 或 手机，默认都给', parsePlatform)
    .option('--from <日期>', '从这天起，YYYY-MM-DD', parseFirstDay)
    .option('--to <日期>', '到这天止，含当天', parseLastDay)
    .option('--weight <数>', '同一位置有几个时的份额，默认 1', parseNumber)
    .option('--cap <次数>', '每人每天最多看几次，默认不限', parseNumber)
    .option('--categories <编号>', '只在这些大分类里出现，以逗号分隔', parseIds)
    .option('--seconds <秒>', '视频的长度，默认 15', parseNumber)
    .option('--skip <秒>', '几秒后可以跳过，默认 5', parseNumber)
    .action(async (anchor: string, options: AddOptions) => {
      checkSlot(anchor)
      const draft = await draftOf(context, anchor, options)
      await run(async (opened) => {
        const video = options.video === undefined ? null : await storeVideo(context, opened, options.video)
        const added = await opened.station.ads.add({ ...draft, video }, nowSec(opened.platform.clock))
        if (typeof added === 'string') throw new UsageError(refusalMessages[added])
        context.print(`已新建广告 ${added}。`)
      })
    })
}

const slots: readonly string[] = [homeAnchor, ...Object.values(adAnchors)]

/** @throws UsageError for a place that no page has: nobody would ever see the advertisement */
function checkSlot(anchor: string): void {
  if (!slots.includes(anchor)) throw new UsageError(`没有“${anchor}”这个位置，可以是 ${slots.join('、')}。`)
}

async function draftOf(context: CommandContext, anchor: string, options: AddOptions): Promise<AdInput> {
  const { picture, html, text = null, vast = null, link = '', name = '', platform = null } = options
  return {
    anchor,
    platform,
    uri: link,
    img: picture === undefined ? null : await embedPicture(context, picture, pictureBox),
    html: html === undefined ? null : (await readOperatorFile(context, html)).toString(),
    words: text,
    tag: vast,
    name,
    startsAt: options.from ?? null,
    endsAt: options.to ?? null,
    categories: options.categories ?? [],
    dailyCap: options.cap ?? 0,
    ...(options.weight !== undefined && { weight: options.weight }),
    ...(options.seconds !== undefined && { seconds: options.seconds }),
    ...(options.skip !== undefined && { skipAfterSec: options.skip }),
  }
}

/** @throws UsageError if there is no video */
async function storeVideo(context: CommandContext, { station }: OpenStation, from: string): Promise<string> {
  const source = /^https?:\/\//.test(from) ? from : await readOperatorFile(context, from)
  const url = await station.ads.storeVideo(source)
  if (url === null) throw new UsageError(`不是能用的视频：${from}。要 MP4 或 WebM，地址要能打开，最大 50 MB。`)
  return url
}

function contentText({ type, uri, html, words, source }: Ad): string {
  if (type === imageAdType) return `图片 ${uri}`
  if (words !== '') return `文字 ${words}`
  return source === '' ? `网页片段 ${html.length} 字` : `视频 ${source}`
}

function adText(ad: Ad): string {
  const { id, anchor, platform, name } = ad
  const screens = platform === null ? '电脑和手机' : platform === 'pc' ? '电脑' : '手机'
  const label = name === '' ? '' : `${name}  `
  return `${String(id).padEnd(6)}${anchor.padEnd(12)}${screens}  ${label}${contentText(ad)}\n      ${planText(ad)}`
}

/** When, how often and where it is shown. */
function planText({ anchor, startsAt, endsAt, weight, dailyCap, categories, seconds, skipAfterSec }: Ad): string {
  // The stored end is the midnight after the last day.
  const [from, to] = [startsAt === null ? '' : chinaDay(startsAt), endsAt === null ? '' : chinaDay(endsAt - 1)]
  const days = from + to === '' ? '不限日期' : `${from || '现在'} 至 ${to || '不限'}`
  return [
    days,
    `份额 ${weight}`,
    dailyCap === 0 ? '次数不限' : `每人每天 ${dailyCap} 次`,
    categories.length === 0 ? '所有分类' : `分类 ${categories.join('、')}`,
    ...(anchor === adAnchors.beforeFilm ? [`${seconds} 秒，${skipAfterSec} 秒后可跳过`] : []),
  ].join('  ')
}

function listCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('list')
    .description('列出所有广告')
    .option('--json', '每行一个 JSON，供其他程序读取')
    .action(({ json = false }: { json?: boolean }) =>
      run(async ({ station }) => {
        const ads = await station.ads.list()
        if (ads.length === 0 && !json) print('还没有广告。')
        for (const ad of ads) print(json ? JSON.stringify(ad) : adText(ad))
      }),
    )
}

function removeCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('remove')
    .description('去掉一个广告，统计留着')
    .argument('<编号>')
    .action((text: string) =>
      run(async ({ station }) => {
        const id = parseId(text, '广告')
        if (!(await station.ads.remove(id))) throw new UsageError(`没有编号为“${text}”的广告。`)
        print(`已去掉广告 ${id}。`)
      }),
    )
}

const reportedDays = 30

interface ReportOptions {
  from?: number
  to?: number
  csv?: boolean
  output?: string
}

function reportCommand(run: StationRunner, context: CommandContext): Command {
  return withOutput(new Command('report'))
    .description('按天看展示和点击')
    .option('--from <日期>', `从这天起，默认最近 ${reportedDays} 天`, parseFirstDay)
    .option('--to <日期>', '到这天止，含当天', parseLastDay)
    .option('--csv', '逗号分隔，供表格软件打开')
    .action(({ from, to, csv = false, output }: ReportOptions) =>
      run(async ({ station, platform }) => {
        const now = nowSec(platform.clock)
        const fromDay = chinaDay(from ?? now - (reportedDays - 1) * 24 * 3600)
        const counts = await station.ads.report(fromDay, chinaDay(to === undefined ? now : to - 1))
        await writeLines(context, output, async (line) => {
          if (csv) await line(csvHead(['日期', '编号', '名称', '位置', '展示', '点击']))
          else if (counts.length === 0) await line('这些天没有展示。')
          for (const count of counts) await line(csv ? csvLine(fieldsOf(count)) : countText(count))
        })
      }),
    )
}

const rateText = ({ shows, clicks }: AdCount): string =>
  shows === 0 ? '' : `  ${((clicks / shows) * 100).toFixed(2)}%`

function countText(count: AdCount): string {
  const { day, adId, name, anchor, shows, clicks } = count
  const label = name === '' ? (anchor === '' ? '已去掉' : anchor) : name
  return `${day}  ${String(adId).padEnd(6)}${label}  展示 ${shows}  点击 ${clicks}${rateText(count)}`
}

const fieldsOf = ({ day, adId, name, anchor, shows, clicks }: AdCount): (string | number)[] => [
  day,
  adId,
  name,
  anchor,
  shows,
  clicks,
]
