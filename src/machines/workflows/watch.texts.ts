import type { ChartTexts } from '#machines/chart/chart-texts.ts'
import type { watchMachine } from './watch.machine.ts'

export const texts = {
  events: {
    'tabs.change': 'A tab opened, closed or moved on',
    'report.come': 'The tab reports',
    'tab.choose': 'Choose a tab',
    'machine.choose': 'Choose a workflow',
    'watch.pause': 'Pause',
    'watch.goOn': 'Continue',
    'step.choose': 'Choose a step',
    'step.back': 'Previous step',
    'step.forward': 'Next step',
    'step.last': 'Latest step',
    'steps.clear': 'Clear the steps',
  },
  guards: {
    hasTabLeft: 'the watched tab is gone',
    isTabBack: 'the watched tab is back',
    isListed: 'the step is in the list',
    hasChosen: 'a step is selected',
    hasEarlier: 'there is an earlier step',
    hasLater: 'there is a later step',
    hasNews: 'there are newer steps',
    hasSteps: 'there are steps',
  },
  actions: {
    takeTabs: 'show the tabs',
    takeTab: 'switch to the tab',
    takeReport: 'add the steps',
    takeMachine: 'show only this workflow',
    stand: 'stop at the last step',
    standAtLast: 'include the newer steps',
    chooseLast: 'select the last step',
    chooseStep: 'select the step',
    chooseEarlier: 'select the earlier step',
    chooseLater: 'select the later step',
    follow: 'show new steps as they come',
    keepDetails: "keep the step's details",
    dropDetails: 'forget the details',
    dropSteps: 'clear the list',
    clearSteps: "clear the tab's list",
  },
  calls: {
    findTabs: 'look for open tabs',
    followTab: 'follow the tab',
    readStep: { does: "load the step's details", done: 'The details loaded', error: 'The details are gone' },
  },
  delays: {
    joinPatience: 'waiting for the tab',
  },
} satisfies ChartTexts<typeof watchMachine>
