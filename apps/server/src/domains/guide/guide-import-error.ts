import { XmltvError, type XmltvProblem } from '@yunmu/formats'
import { EgressError } from '../../platform/egress/egress.ts'
import { egressMessages } from '../../platform/egress/egress-messages.ts'

/** An import failed because of the file or its source. The message is a sentence for the operator. The stored guide is unchanged. */
export class GuideImportError extends Error {
  override readonly name = 'GuideImportError'
}

const messages: Record<XmltvProblem, string> = {
  encoding: '文件的编码和它自己声明的不一致，或者不认识',
  entities: '文件里定义或用到了实体，为安全起见不读这样的文件',
  malformed: '文件不是格式正确的 XML',
  cut: '文件不完整，后面被截断了',
  foreign: '这不是 XMLTV 节目单',
  depth: '文件的层次太深，不像节目单',
  size: '文件解压后太大',
  text: '文件里有一段长得不合理的内容',
  programmes: '文件里的节目太多',
}

/** The operator's message for an error of the file or its source; null for any other error. */
export function importErrorMessage(err: unknown): string | null {
  if (err instanceof GuideImportError) return err.message
  if (err instanceof XmltvError) return `${messages[err.problem]}${err.line > 0 ? `（第 ${err.line} 行附近）` : ''}`
  return err instanceof EgressError ? egressMessages[err.reason] : null
}
