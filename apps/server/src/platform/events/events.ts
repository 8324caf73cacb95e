import type { Schema } from '@yunmu/contract'
import type * as z from 'zod/mini'

/** What happened, announced by the domain that did it; others listen. */
export interface EventKind<Detail extends Schema = Schema> {
  /** Its name in the code and between processes. */
  readonly name: string
  readonly detail: Detail
}

export function defineEvent<Detail extends Schema>(name: string, detail: Detail): EventKind<Detail> {
  return { name, detail }
}

/** Carries announcements to the other processes of the station, and theirs to us. */
export interface Bus {
  publish(name: string, detail: unknown): void
  /** Called once, with what to do when another process announces something. */
  subscribe(receive: (name: string, detail: unknown) => void): void
}

/** Null means that something of the kind happened, and not what: the announcement was too long to carry. */
export type Listener<Detail extends Schema> = (detail: z.output<Detail> | null) => void

export interface Events {
  announce<Detail extends Schema>(event: EventKind<Detail>, detail: z.output<Detail>): void
  /** Returns the function that stops listening. */
  on<Detail extends Schema>(event: EventKind<Detail>, listener: Listener<Detail>): () => void
  /** Announcements of other processes may have been missed: every listener hears that something happened. */
  missed(): void
}

/**
 * Announcements reach every listener in this process at once, and through the bus those of other processes.
 * A listener that throws does not keep the others from hearing.
 */
export function createEvents(bus: Bus, onError: (err: unknown) => void): Events {
  const listeners = new Map<string, Set<(detail: unknown) => void>>()
  const deliver = (name: string, detail: unknown): void => {
    for (const listener of listeners.get(name) ?? []) {
      try {
        listener(detail)
      } catch (err) {
        onError(err)
      }
    }
  }
  bus.subscribe(deliver)
  return {
    missed() {
      for (const name of listeners.keys()) deliver(name, null)
    },
    announce(event, detail) {
      deliver(event.name, detail)
      bus.publish(event.name, detail)
    },
    on(event, listener) {
      const hear = (detail: unknown): void => listener(detail === null ? null : event.detail.parse(detail))
      const those = listeners.get(event.name) ?? new Set()
      listeners.set(event.name, those.add(hear))
      return () => those.delete(hear)
    },
  }
}

/** A bus of one process. */
export const loneBus: Bus = { publish: () => {}, subscribe: () => {} }
