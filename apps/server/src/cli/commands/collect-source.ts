import { Command, InvalidArgumentError, Option } from 'commander'
import {
  overwritable,
  UnreadableSourceError,
  type CollectionManager,
  type CollectionSourceRow,
} from '../../domains/collection/index.ts'
import { everyText, runLine, sourceText } from '../collect-output.ts'
import { UsageError, type CommandContext } from '../command-context.ts'
import { findSource } from '../find-source.ts'
import type { StationRunner } from '../station-runner.ts'

/** `collect add|list|show|set|bind`: sources and what of them is collected. */
export function collectSourceCommands(run: StationRunner, context: CommandContext): Command[] {
  return [addCommand, listCommand, showCommand, setCommand, bindCommand].map((create) => create(run, context))
}

/** `90m`, `4h`, `1d`, or `off`. */
function parseEvery(text: string): number {
  if (text === 'off' || text === '0') return 0
  const [, number = '', unit = ''] = /^(\d{1,4})(m|h|d)$/.exec(text) ?? []
  const minutes = Number(number) * (unit === 'm' ? 1 : unit === 'h' ? 60 : 24 * 60)
  if (unit === '' || minutes < 5 || minutes > 60 * 24 * 60) throw new InvalidArgumentError('')
  return minutes
}

const everyHelp = '每隔多久采集一次，如 30m、4h、1d；off 为只用命令采集'

function addCommand(run: StationRunner, { print, signal }: CommandContext): Command {
  return new Command('add')
    .description('加一个采集源，读出它的分类，按名字提议对应本站的哪一类')
    .argument('<名称>', '站里怎么叫它，也是线路名的开头')
    .argument('<网址>', '如 https://api.example/api.php/provide/vod/')
    .option('--every <时间>', everyHelp, parseEvery, 240)
    .action((name: string, url: string, { every }: { every: number }) =>
      run(async ({ station: { collection } }) => {
        if (name.trim() === '' || name.length > 40) throw new UsageError('名称要 1 到 40 个字。')
        if (!/^https?:\/\//iu.test(url) || !URL.canParse(url))
          throw new UsageError('网址要以 http:// 或 https:// 开头。')
        const source = await readable(() =>
          collection.manager.add({ name: name.trim(), url, everyMinutes: every }, signal),
        )
        if (source === 'known') throw new UsageError(`已经有叫“${name.trim()}”的采集源。`)
        print(`已加入“${source.name}”，${everyText(every)}采集。`)
        await printBindings(collection.manager, source, print)
        print(`先看看会改什么：collect preview ${source.name}`)
        return undefined
      }),
    )
}

/** What a source says, instead of a stack. @throws UsageError */
async function readable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (err) {
    if (err instanceof UnreadableSourceError) throw new UsageError(`${err.message}。`)
    throw err
  }
}

async function printBindings(
  manager: CollectionManager,
  source: CollectionSourceRow,
  print: (line: string) => void,
): Promise<void> {
  const bindings = await manager.bindings(source)
  for (const { remote_type, remote_name, path, confirmed } of bindings) {
    const ours = path ?? (confirmed ? '不收' : '没绑定')
    print(`  ${String(remote_type).padEnd(6)}${remote_name} → ${ours}${confirmed && path !== null ? '（手工）' : ''}`)
  }
  const open = bindings.filter(({ path, confirmed }) => path === null && !confirmed)
  if (open.length > 0)
    print(
      `${open.length} 个分类没绑定，里面的片不收。绑定：collect bind ${source.name} ${open[0]?.remote_type ?? 1} 电影`,
    )
}

function listCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('list')
    .description('列出采集源、它们是否正常、有多少部片')
    .option('--json', '每行一个 JSON，供其他程序读取')
    .action(({ json = false }: { json?: boolean }) =>
      run(async ({ station: { collection } }) => {
        const sources = await collection.manager.list()
        if (sources.length === 0 && !json) print('还没有采集源。用 collect add <名称> <网址> 加一个。')
        for (const source of sources) print(json ? JSON.stringify(source) : sourceText(source))
        return undefined
      }),
    )
}

function showCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('show')
    .description('看一个采集源的分类绑定、设置和最近几次运行')
    .argument('<名称>')
    .action((name: string) =>
      run(async ({ station: { collection } }) => {
        const { manager } = collection
        const source = await findSource(manager, name)
        const listed = (await manager.list()).find(({ id }) => id === source.id)
        if (listed) print(sourceText(listed))
        print(`可以覆盖的字段：${source.overwrite.join(' ') || '没有'}（线路和集总会更新）`)
        for (const [code, line] of Object.entries(source.line_names)) print(`线路 ${code} 叫“${line}”`)
        print('分类绑定：')
        await printBindings(manager, source, print)
        const runs = await manager.runs(source, 10)
        if (runs.length > 0) print('最近的运行：')
        for (const each of runs) print(`  ${runLine(each)}`)
        return undefined
      }),
    )
}

interface SetOptions {
  every?: number
  url?: string
  overwrite?: string
  line?: string[]
  pictures?: 'keep' | 'none'
}

function setCommand(run: StationRunner, { print }: CommandContext): Command {
  const fields = Object.keys(overwritable)
  return new Command('set')
    .description('改一个采集源的时间、网址、可以覆盖的字段、线路的名字')
    .argument('<名称>')
    .option('--every <时间>', everyHelp, parseEvery)
    .option('--url <网址>', '换了地址的源')
    .option('--overwrite <字段>', `已有的片可以被它覆盖的字段，用逗号隔开：${fields.join(' ')}；none 为都不覆盖`)
    .addOption(
      new Option('--line <代码=名字>', '给它的播放器代码起线路名，如 lzm3u8=量子；可以写多次').argParser(
        (text: string, known: string[] | undefined) => [...(known ?? []), text],
      ),
    )
    .addOption(
      new Option('--pictures <怎样>', 'keep 把海报取到本站，none 不取，用本站画的').choices(['keep', 'none'] as const),
    )
    .action((name: string, { every, url, overwrite, line = [], pictures }: SetOptions) =>
      run(async ({ station: { collection } }) => {
        const source = await findSource(collection.manager, name)
        const wanted = overwrite === undefined || overwrite === 'none' ? [] : overwrite.split(/[,，\s]+/u)
        const unknown = wanted.find((field) => !fields.includes(field))
        if (unknown !== undefined) throw new UsageError(`没有“${unknown}”这个字段。可以写：${fields.join(' ')}。`)
        const names = line.map((text) => /^([\w-]{1,32})=(.{1,40})$/u.exec(text))
        if (names.includes(null)) throw new UsageError('线路名要写成 代码=名字，如 lzm3u8=量子。')
        if (url !== undefined && !URL.canParse(url)) throw new UsageError('网址要以 http:// 或 https:// 开头。')
        await collection.manager.set(source, {
          ...(every === undefined ? {} : { everyMinutes: every }),
          ...(url === undefined ? {} : { url }),
          ...(pictures === undefined ? {} : { pictures }),
          ...(overwrite === undefined ? {} : { overwrite: wanted }),
          ...(line.length === 0
            ? {}
            : { lineNames: Object.fromEntries(names.map((found) => [found?.[1] ?? '', found?.[2] ?? ''])) }),
        })
        print('已设置，下次采集时生效。')
        return undefined
      }),
    )
}

function bindCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('bind')
    .description('把源的一个分类绑到本站的分类；以后不再自动改')
    .argument('<名称>')
    .argument('<源的分类>', '它的编号或名字')
    .argument('<本站分类>', '名字，如 电影、国产剧；或编号；写 不收 则不要这一类')
    .action((name: string, remoteText: string, oursText: string) =>
      run(async ({ station: { collection } }) => {
        const { manager } = collection
        const source = await findSource(manager, name)
        const remote = (await manager.bindings(source)).find(
          ({ remote_type, remote_name }) => String(remote_type) === remoteText || remote_name === remoteText,
        )
        if (!remote) throw new UsageError(`“${name}”没有分类“${remoteText}”。用 collect show ${name} 看它的分类。`)
        const ours = (await manager.categories()).find(
          ({ id, name: own, path }) => String(id) === oursText || own === oursText || path === oursText,
        )
        if (!ours && oursText !== '不收') throw new UsageError(`本站没有分类“${oursText}”。`)
        await manager.bind(source, remote.remote_type, ours?.id ?? null)
        print(
          ours
            ? `“${remote.remote_name}”绑到了“${ours.path}”，下次采集时把它的片都读一遍。`
            : `“${remote.remote_name}”不收，已有的片留着。`,
        )
        return undefined
      }),
    )
}

/** `collect remove`. */
export function removeSourceCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('remove')
    .description('去掉一个采集源；收来的片留着，以后不能再撤销它的运行')
    .argument('<名称>')
    .action((name: string) =>
      run(async ({ station: { collection } }) => {
        await collection.manager.remove(await findSource(collection.manager, name))
        print(`已去掉“${name}”，收来的片留着。`)
        return undefined
      }),
    )
}
