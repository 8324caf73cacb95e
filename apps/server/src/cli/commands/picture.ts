import { Command } from 'commander'
import { pictureKinds, titleFields, type PictureKind, type PictureOrigin } from '../../domains/catalog/index.ts'
import { UsageError, type CommandContext } from '../command-context.ts'
import { commandLineActor, correctedOrThrow, printCorrected } from '../correction-output.ts'
import { parseId, readOperatorFile } from '../operator-input.ts'
import { createStationRunner, type StationRunner } from '../station-runner.ts'

const titleHelp = '影片编号，用 title find 查'
const kindNames = pictureKinds.map((kind) => titleFields[kind].label).join('、')

/** `picture set|show|remove|lock|unlock`: the pictures of titles. */
export function pictureCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const run = createStationRunner(context, onCode)
  return new Command('picture')
    .description(`影片的图片：${kindNames}；每一步都能在 30 天内撤销，到那时旧图片才删除`)
    .addCommand(setCommand(run, context))
    .addCommand(showCommand(run, context))
    .addCommand(removeCommand(run, context))
    .addCommand(lockCommand(run, context, true))
    .addCommand(lockCommand(run, context, false))
}

/** @throws UsageError */
function parseKind(text: string): PictureKind {
  const kind = pictureKinds.find((each) => each === text.trim() || titleFields[each].label === text.trim())
  if (!kind) throw new UsageError(`没有“${text}”这种图片：可用 ${kindNames}。`)
  return kind
}

interface SetOptions {
  frame?: string
  lock: boolean
}

function setCommand(run: StationRunner, context: CommandContext): Command {
  return new Command('set')
    .description('换一张图片，来自文件、网址，或某一集的某一秒；换过的自动锁定，导入和采集不再覆盖')
    .argument('<影片>', titleHelp)
    .argument('<种类>', kindNames)
    .argument('[来源]', '文件或网址（JPEG、PNG、WebP）')
    .option('--frame <线路:集:时间>', '取这一集的一帧，如 云播:3:12:30（第 3 集 12 分 30 秒）')
    .option('--no-lock', '不锁定')
    .action((text: string, kindText: string, source: string | undefined, { frame, lock }: SetOptions) => {
      const [id, kind] = [parseId(text, '影片'), parseKind(kindText)]
      const wanted = frame === undefined ? null : parseFrame(frame)
      if ((source === undefined) === (wanted === null)) throw new UsageError('要写一个来源：文件、网址，或 --frame。')
      return run(async ({ station }) => {
        const from = wanted ?? (await readSource(context, source ?? ''))
        const done = await station.catalog.corrections.pictures.set(commandLineActor, id, { kind, from, lock })
        const words = `${titleFields[kind].label}已换${lock ? '，并且锁定；解锁用 picture unlock' : ''}。`
        return printCorrected(context.print, done, () => words)
      })
    })
}

async function readSource(context: CommandContext, source: string): Promise<PictureOrigin> {
  return /^https?:\/\//i.test(source) ? { url: source } : { bytes: await readOperatorFile(context, source) }
}

/** `云播:3:12:30`: the source, the episode, and a time as seconds, m:s or h:m:s. @throws UsageError */
function parseFrame(text: string): PictureOrigin {
  const [, source, level, time] =
    /^(.+?)[:：](\d{1,5})[:：](\d{1,6}(?:[:：]\d{1,2}){0,2}(?:\.\d{1,3})?)$/.exec(text) ?? []
  if (source === undefined || level === undefined || time === undefined)
    throw new UsageError(`看不懂“${text}”，要写成 线路:集:时间，如 云播:3:12:30。`)
  const atSec = time.split(/[:：]/).reduce((sum, part) => sum * 60 + Number(part), 0)
  return { frame: { source, level: Number(level), atSec } }
}

function showCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('show')
    .description('显示一部影片的图片在哪里，哪些锁定了')
    .argument('<影片>', titleHelp)
    .action((text: string) => {
      const id = parseId(text, '影片')
      return run(async ({ station }) => {
        const title = correctedOrThrow((await station.catalog.corrections.titles.show(id)) ?? 'NoSuchTitle')
        for (const kind of pictureKinds) {
          const address = title.columns[kind]
          const shown = typeof address === 'string' && address !== '' ? address : kind === 'logo' ? '没有' : '本站绘制'
          print(`${titleFields[kind].label}：${shown}${title.lockedFields.includes(kind) ? '（已锁定）' : ''}`)
        }
        return undefined
      })
    })
}

function removeCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('remove')
    .description('去掉一张图片：海报和横图改用本站绘制的，标志改回片名')
    .argument('<影片>', titleHelp)
    .argument('<种类>', kindNames)
    .option('--no-lock', '不锁定')
    .action((text: string, kindText: string, { lock }: { lock: boolean }) => {
      const [id, kind] = [parseId(text, '影片'), parseKind(kindText)]
      return run(async ({ station }) =>
        printCorrected(
          print,
          await station.catalog.corrections.pictures.remove(commandLineActor, id, { kind, lock }),
          () => `${titleFields[kind].label}已去掉${lock ? '，并且锁定' : ''}。`,
        ),
      )
    })
}

function lockCommand(run: StationRunner, { print }: CommandContext, locked: boolean): Command {
  return new Command(locked ? 'lock' : 'unlock')
    .description(locked ? '锁定图片，导入和采集不再覆盖' : '解锁图片，导入和采集可以再写')
    .argument('<影片>', titleHelp)
    .argument('<种类...>', kindNames)
    .action((text: string, kindTexts: string[]) => {
      const [id, kinds] = [parseId(text, '影片'), kindTexts.map(parseKind)]
      const labels = kinds.map((kind) => titleFields[kind].label).join('、')
      return run(async ({ station }) =>
        printCorrected(
          print,
          await station.catalog.corrections.titles.lock(commandLineActor, id, kinds, locked),
          () => `${labels}已${locked ? '锁定' : '解锁'}。`,
        ),
      )
    })
}
