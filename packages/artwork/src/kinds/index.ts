import type { Frame, Scene } from '../scene.ts'
import { road, summer, table } from './days.ts'
import { character, profile, tiles } from './graphic.ts'
import { dunes, pines, ridges } from './hills.ts'
import { eclipse, planet, shaft } from './light.ts'
import { cat, cranes, hoop, jellyfish, ship } from './creatures.ts'
import { bus, duel, hands, letter } from './gestures.ts'
import { clock, desk, keys, microphone, teapot } from './objects.ts'
import { ancient, crowd, face, pair, umbrellas } from './people.ts'
import { cinema, jetty, launch, market, terraces } from './evenings.ts'
import { bamboo, bridge, lighthouse, room, stairs } from './places.ts'
import { corridor, moonGate, train } from './rooms.ts'
import { stadium, stage, studio } from './shows.ts'
import { alley, city, eaves } from './town.ts'
import { deep, sea } from './water.ts'
import { court, ferry, salt } from './works.ts'

/** Paints one kind into a frame. */
export const painters = {
  ridges,
  city,
  sea,
  shaft,
  eclipse,
  profile,
  corridor,
  'moon-gate': moonGate,
  road,
  tiles,
  character,
  dunes,
  pines,
  eaves,
  stadium,
  deep,
  alley,
  planet,
  stage,
  studio,
  table,
  summer,
  train,
  face,
  ancient,
  pair,
  crowd,
  umbrellas,
  letter,
  hands,
  duel,
  bus,
  teapot,
  desk,
  clock,
  keys,
  microphone,
  cranes,
  hoop,
  cat,
  ship,
  jellyfish,
  room,
  stairs,
  lighthouse,
  bridge,
  bamboo,
  terraces,
  cinema,
  market,
  jetty,
  launch,
  salt,
  court,
  ferry,
} as const satisfies Readonly<Record<string, (frame: Frame) => Scene>>

export type Kind = keyof typeof painters

export function isKind(name: string): name is Kind {
  return Object.hasOwn(painters, name)
}

export const kinds: readonly Kind[] = Object.keys(painters).filter((name) => isKind(name))
