import { type ComponentType, createContext, type LazyExoticComponent, lazy, useContext, useState } from 'react'
import { ProvisionsContext } from '#screens/provided.tsx'
import type { Services } from '#services/services.ts'
import { loadScript } from '#ui/lazy-part/load-script.ts'
import type { Area, AreaWorkflows } from './areas.ts'

export type LazyScreen = LazyExoticComponent<ComponentType> & {
  /** Loads it before it is opened; a failure shows when it is. */
  readonly prefetch: () => void
}

export const ServicesContext = createContext<Services | undefined>(undefined)

const provisionsOf = (services: Services | undefined, areas: readonly AreaWorkflows[]) => {
  if (!services) throw new Error('A screen was rendered outside the app')
  return new Map(areas.flatMap((area) => area(services)))
}

/**
 * A screen that loads when first opened, along with the workflows of the areas that it needs:
 * `lazyScreen(() => import('#screens/…'), 'TheScreen', areas.schedule)`.
 */
export const lazyScreen = <Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  ...areas: readonly Area[]
): LazyScreen => {
  const loadAll = () => Promise.all([load(), Promise.all(areas.map((area) => area()))])
  const Screen = lazy(async () => {
    const [screens, workflows] = await loadScript(loadAll)
    const Opened: ComponentType = screens[name]
    if (workflows.length === 0) return { default: Opened }
    const ProvidedScreen = () => {
      const services = useContext(ServicesContext)
      const [provisions] = useState(() => provisionsOf(services, workflows))
      return (
        <ProvisionsContext value={provisions}>
          <Opened />
        </ProvisionsContext>
      )
    }
    return { default: ProvidedScreen }
  })
  return Object.assign(Screen, { prefetch: () => void loadAll().catch(() => undefined) })
}
