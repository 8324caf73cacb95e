import { Command } from 'commander'
import { SourceError } from '../../domains/migration/index.ts'
import { exitCodes, UsageError, type CommandContext } from '../command-context.ts'
import { reportLines } from '../migration-output.ts'
import { createStationRunner, type StationRunner } from '../station-runner.ts'

interface MaccmsOptions {
  prefix: string
  dryRun?: boolean
  anotherSite?: boolean
  idKey?: string
  idLength: string
  site?: string
  batch: string
}

/** `migrate maccms|report`: takes the content of a station of another program. */
export function migrateCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const run = createStationRunner(context, onCode)
  return new Command('migrate')
    .description('从别的程序搬来：影片、用户、收藏、评论，旧网址自动跳转')
    .addCommand(maccmsCommand(run, context))
    .addCommand(reportCommand(run, context))
}

const maxBatch = 500

function maccmsCommand(run: StationRunner, context: CommandContext): Command {
  return new Command('maccms')
    .description('从苹果 CMS（MacCMS 10）搬来；可以反复运行，只搬新的和变了的')
    .argument('<来源>', '数据库 mysql://用户:密码@主机/库名，或 mysqldump 导出的 .sql、.sql.gz 文件')
    .option('--prefix <前缀>', '表前缀', 'mac_')
    .option('--dry-run', '只清点，什么也不写')
    .option('--another-site', '以前搬过另一个站，把这个站也搬来')
    .option('--id-key <密钥>', '旧站网址里的编号是加密的，而且改过密钥：后台 URL 设置里的加密密钥')
    .option('--id-length <位数>', '同上：加密位数，和 --id-key 一起写', '6')
    .option('--site <网址>', '旧站的网址，如 https://old.example/：海报和头像没写主机时到这里取')
    .option('--batch <条数>', `每批多少条，最多 ${maxBatch}`, '200')
    .action(
      (from: string, { prefix, dryRun = false, anotherSite = false, idKey, idLength, site, batch }: MaccmsOptions) => {
        const batchSize = Number(batch)
        if (!Number.isInteger(batchSize) || batchSize < 1 || batchSize > maxBatch)
          throw new UsageError(`每批条数要写 1 到 ${maxBatch} 之间的整数。`)
        if (site !== undefined && !/^https?:\/\/[^/]+/i.test(site))
          throw new UsageError('旧站的网址要写成 https://old.example/。')
        if (!/^[0-9]$/.test(idLength)) throw new UsageError('加密位数要写 0 到 9 之间的整数。')
        if (!/^\w{0,32}$/.test(prefix)) throw new UsageError('表前缀只能有字母、数字和下划线。')
        if (/^\w+:\/\//.test(from) && !/^(?:mysql|mariadb):\/\/[^/]+\/./i.test(from))
          throw new UsageError('数据库地址要写成 mysql://用户:密码@主机:端口/库名。')
        return run(async ({ station }) => {
          const { print, printError, signal, pathOf } = context
          const progress = createProgress(context)
          try {
            const report = await station.migration.maccms({
              from: /^(?:mysql|mariadb):\/\//i.test(from) ? from : pathOf(from),
              prefix,
              dry: dryRun,
              isAnotherAllowed: anotherSite,
              siteUrl: site ?? null,
              ...(idKey === undefined ? {} : { idEncoding: { key: idKey, length: Number(idLength) } }),
              batchSize,
              signal,
              ...progress,
            })
            progress.end()
            for (const line of reportLines(report)) print(line)
            return undefined
          } catch (err) {
            progress.end()
            if (signal.aborted) {
              printError('已中断。再运行一次会接着搬。')
              return exitCodes.interrupted
            }
            if (!(err instanceof SourceError)) throw err
            printError(err.message)
            return exitCodes.failed
          }
        })
      },
    )
}

/** The line that shows how far it is, on terminals. */
function createProgress({ terminal: { output } }: CommandContext) {
  let shownMs = 0
  const show = (line: string): void => {
    if (output.isTTY !== true || performance.now() - shownMs < 200) return
    shownMs = performance.now()
    output.write(`\r\u001B[K${line}`)
  }
  return {
    onRead: (bytes: number) => show(`查看文件：${Math.round(bytes / 1024 / 1024)} MB`),
    onProgress: ({ table, read }: { table: string; read: number }, total: number) => show(`${table}：${read}/${total}`),
    end: () => void (output.isTTY === true && shownMs > 0 && output.write('\r\u001B[K')),
  }
}

function reportCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('report').description('上一次搬迁的结果').action(() =>
    run(async ({ station }) => {
      const last = await station.migration.lastRun()
      if (!last) {
        print('还没有搬过。')
        return undefined
      }
      const state = last.endedSec === null ? '没有完成，再运行一次会接着搬' : '已完成'
      print(`${new Date(last.startedSec * 1000).toISOString()} 开始，${state}。`)
      for (const line of reportLines(last.report)) print(line)
      return undefined
    }),
  )
}
