import type { Call, Schema } from '@yunmu/contract'
import { segmentNames } from '@yunmu/contract/wire'
import * as z from 'zod/mini'

/** A schema in the dialect of JSON Schema 2020-12, which is OpenAPI 3.1's own. */
export type JsonSchema = z.core.JSONSchema.BaseSchema

/** What a call takes besides its body. */
export interface CallParameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  schema: JsonSchema
}

/** The contract's schema as documents write it; `input` is what is sent, `output` what is replied. */
export function jsonSchemaOf(schema: Schema, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => dropSafeBounds(jsonSchema),
  })
  return made
}

/** Every integer is within what a number can hold: a document that says so at each of them hides what matters. */
function dropSafeBounds(schema: JsonSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
}

/** The segments of a call's path, and what is left of `send` as query of a GET. */
export function parametersOf(call: Call): CallParameter[] {
  const segments = new Set(segmentNames(call.path))
  const sent = jsonSchemaOf(call.send, 'input')
  const read = jsonSchemaOf(call.send, 'output').properties ?? {}
  return Object.entries(sent.properties ?? {})
    .filter(([name]) => segments.has(name) || call.method === 'GET')
    .map(([name, schema]) => ({
      name,
      in: segments.has(name) ? 'path' : 'query',
      required: segments.has(name) || (sent.required ?? []).includes(name),
      schema: asNumber(schema, read[name]),
    }))
}

/** Numbers travel as text in an address. What counts for the reader is the number and its bounds. */
function asNumber(sent: JsonSchema | boolean, read: JsonSchema | boolean | undefined): JsonSchema {
  if (typeof sent === 'boolean') return {}
  const isNumber = typeof read === 'object' && (read.type === 'number' || read.type === 'integer')
  return sent.type === 'string' && isNumber ? { ...read, type: 'integer' } : sent
}
