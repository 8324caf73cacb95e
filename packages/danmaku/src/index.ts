export { wantedBy } from './filter.ts'
export { heatOf } from './heat.ts'
export { createDanmakuLayer } from './layer.ts'
export type {
  DanmakuClock,
  DanmakuHit,
  DanmakuLayer,
  DanmakuLayerOptions,
  DanmakuStats,
  FlyingDanmaku,
} from './types.ts'
export { patternFault } from './pattern.ts'
