import type { Call, Schema } from '@yunmu/contract'
import { segmentNames } from '@yunmu/contract/wire'
import * as z from 'zod/mini'

/** A schema in JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = z.core.JSONSchema.BaseSchema

/** A parameter of a call outside its body. */
export interface CallParameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  schema: JsonSchema
}

/** Converts a schema of the contract; `input` is what is sent, `output` what is replied. */
export function jsonSchemaOf(schema: Schema, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => dropSafeBounds(jsonSchema),
  })
  return jsonSchema
}

/** Every integer has the bounds of safe integers; stating them would hide the meaningful ones. */
function dropSafeBounds(schema: JsonSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
}

/** The path segments of a call, and for a GET the query. */
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

/** Numbers in addresses are text; the document shows the number and its bounds. */
function asNumber(sent: JsonSchema | boolean, read: JsonSchema | boolean | undefined): JsonSchema {
  if (typeof sent === 'boolean') return {}
  const isNumber = typeof read === 'object' && (read.type === 'number' || read.type === 'integer')
  return sent.type === 'string' && isNumber ? { ...read, type: 'integer' } : sent
}
