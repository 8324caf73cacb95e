import { Command, Option } from 'commander'
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { createExchange } from '../../platform/exchange/exchange.ts'
import type { ExchangeEntity } from '../../platform/exchange/exchange-entity.ts'
import { exchangeFormats, type ExchangeFormat } from '../../platform/exchange/exchange-lines.ts'
import { ExchangeError, type ImportCounts } from '../../platform/exchange/exchange-store.ts'
import { nowSec } from '../../platform/process/clock.ts'
import type { Station } from '../../station.ts'
import { exitCodes, UsageError, type CommandContext } from '../command-context.ts'
import { commandLineActor } from '../correction-output.ts'
import { createStationRunner } from '../station-runner.ts'

const entitiesOf = ({ modules }: Station): ExchangeEntity[] => modules.flatMap(({ exchange = [] }) => [...exchange])

function findEntity(station: Station, name: string): ExchangeEntity {
  const all = entitiesOf(station)
  const found = all.find((entity) => entity.name === name)
  if (!found)
    throw new UsageError(
      `没有“${name}”这类数据，有：${all.map((entity) => `${entity.name}（${entity.label}）`).join('、')}。`,
    )
  return found
}

const formatOption = (): Option => new Option('--format <格式>', 'jsonl 或 csv').choices([...exchangeFormats])

/** Writes a text, and waits until the reader has taken it. */
async function writeTo(output: Writable, text: string): Promise<void> {
  if (!output.write(text)) await once(output, 'drain')
}

/** `export`: one kind of data as a file. */
export function exportCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const run = createStationRunner(context, onCode)
  return new Command('export')
    .description('把一类数据写成文件：JSON Lines 或 CSV')
    .argument('<数据>', '如 titles、users；写错了会列出全部')
    .addOption(formatOption().default('jsonl'))
    .option('--to <文件>', '写进文件；不写就从标准输出出来')
    .option('--with-hashes', '用户的密码散列也写出来')
    .action(async (name: string, options: { format: ExchangeFormat; to?: string; withHashes?: boolean }) => {
      await run(async ({ station, platform }) => {
        const entity = findEntity(station, name)
        const output =
          options.to === undefined ? context.terminal.output : createWriteStream(context.pathOf(options.to))
        const { format, withHashes: withSecrets = false } = options
        const count = await createExchange(platform.db).export(entity, { format, withSecrets }, (text) =>
          writeTo(output, text),
        )
        if (options.to !== undefined) {
          output.end()
          await finished(output)
          context.print(`已导出 ${count} 条。`)
        }
        return exitCodes.ok
      })
    })
}

interface ImportDataOptions {
  format?: ExchangeFormat
  dryRun?: boolean
  withRights?: boolean
}

function importedText({ added, replaced, removed }: ImportCounts, isDryRun: boolean): string {
  const below = removed > 0 ? `，删除其下 ${removed} 条` : ''
  return `${isDryRun ? '试运行，没有写入：会' : '已导入：'}新增 ${added} 条，覆盖 ${replaced} 条${below}。`
}

/** `import-data`: reads such a file back. */
export function importDataCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const run = createStationRunner(context, onCode)
  return new Command('import-data')
    .description('导入 export 导出的文件：编号相同的覆盖，没有的新增；有一行不对就什么也不改')
    .argument('<数据>', '和 export 的一样')
    .argument('<文件>')
    .addOption(formatOption())
    .option('--dry-run', '只看会改什么，不写入')
    .option('--with-rights', '用户的用户组、会员到期时间和后台权限也照文件改')
    .action(async (name: string, file: string, options: ImportDataOptions) => {
      await run(async ({ station, platform }) => {
        const entity = findEntity(station, name)
        if (entity.isOutOnly) throw new UsageError(`${entity.label}只能导出。`)
        const format = options.format ?? (file.endsWith('.csv') ? 'csv' : 'jsonl')
        const opened = await open(context.pathOf(file)).catch((err: unknown) => {
          if (isMissingFile(err)) throw new UsageError(`找不到文件：${file}`)
          throw err
        })
        try {
          const text = opened.createReadStream({ encoding: 'utf8' })
          const { dryRun = false, withRights = false } = options
          const counts = await createExchange(platform.db).import(
            entity,
            { format, dryRun, withRights, actor: commandLineActor, nowSec: nowSec(platform.clock) },
            text,
          )
          context.print(importedText(counts, dryRun))
          return exitCodes.ok
        } catch (err) {
          if (!(err instanceof ExchangeError)) throw err
          context.printError(
            `${err.line > 0 ? `第 ${err.line} 行附近有错` : '文件有错'}，没有导入任何数据：${err.message}`,
          )
          return exitCodes.failed
        } finally {
          await opened.close()
        }
      })
    })
}

const isMissingFile = (err: unknown): boolean => err instanceof Error && 'code' in err && err.code === 'ENOENT'
