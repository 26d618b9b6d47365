import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

export type LazyScreen = LazyExoticComponent<ComponentType>

/** A screen that is loaded when it is first opened: `lazyScreen(() => import('#screens/…'), 'TheScreen')`. */
export const lazyScreen = <Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): LazyScreen => lazy(async () => ({ default: (await load())[name] }))
