/** One of a few values, as a row of radio buttons that looks like one of tabs. */
import { useId } from 'preact/hooks';

export function RadioGroup<Value extends string>({
  legend,
  values,
  value,
  label = (each) => each,
  onChoose,
}: {
  legend: string;
  values: readonly Value[];
  value: Value;
  label?: (value: Value) => string;
  onChoose: (value: Value) => void;
}) {
  const name = useId();
  return (
    <fieldset class="choice">
      <legend class="unseen">{legend}</legend>
      {values.map((each) => (
        <label key={each}>
          <input
            type="radio"
            name={name}
            checked={each === value}
            onChange={() => onChoose(each)}
          />
          <span>{label(each)}</span>
        </label>
      ))}
    </fieldset>
  );
}
