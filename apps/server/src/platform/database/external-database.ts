import pg from 'pg'
import { errorCode } from '../process/error-code.ts'
import { StartRefusal } from '../process/start-refusal.ts'
import { awaitAnswer, maxAnswerMs, type Patience } from './await-answer.ts'

const minVersion = 150_000

const reasonsByCode: Record<string, string> = {
  ECONNREFUSED: '没有程序在那个地址上监听',
  ENOENT: '套接字文件不存在',
  ENOTFOUND: '找不到那台主机',
  EAI_AGAIN: '暂时无法解析主机名',
  ETIMEDOUT: '连接超时',
  '28P01': '用户名或密码不对',
  '28000': '服务器不允许这个用户登录',
  '3D000': '那个数据库不存在',
  '53300': '服务器的连接数已满',
  '57P03': '服务器正在启动或恢复',
}

function sentenceFor(error: unknown): string {
  const code = errorCode(error)
  // The message of an unknown error may quote the address with its password, so only the code is shown.
  return reasonsByCode[code ?? ''] ?? (code === undefined ? '地址不对或服务器没有回应' : `错误 ${code}`)
}

function clientFor(databaseUrl: string): pg.Client {
  try {
    return new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: maxAnswerMs,
      query_timeout: maxAnswerMs,
      application_name: 'yunmu',
    })
  } catch (error) {
    throw new StartRefusal('DATABASE_URL 不是一个有效的 PostgreSQL 地址。', { cause: error })
  }
}

/**
 * Checks that the operator's PostgreSQL answers and is new enough.
 * @param log takes one Chinese line for the operator at a time
 * @throws StartRefusal
 */
export async function checkExternalDatabase(
  databaseUrl: string,
  log: (line: string) => void,
  patience?: Patience,
): Promise<void> {
  const client = clientFor(databaseUrl)
  client.on('error', () => undefined)
  const ask = async (): Promise<number> => {
    await client.connect()
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int as version",
    )
    return rows[0]?.version ?? 0
  }
  let version: number
  try {
    version = await awaitAnswer(ask, log, patience)
  } catch (error) {
    if (error instanceof StartRefusal) throw error
    throw new StartRefusal(`连不上 DATABASE_URL 指定的数据库：${sentenceFor(error)}。`, { cause: error })
  } finally {
    // One that never answered does not say when it has ended either.
    void client.end().catch(() => undefined)
  }
  if (version >= minVersion) return
  const major = Math.floor(version / 10_000)
  throw new StartRefusal(`DATABASE_URL 指定的 PostgreSQL 是 ${major} 版，至少需要 15 版。`)
}
