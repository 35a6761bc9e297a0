/* Ends at once, unless the leak checker at its exit does not. */
int main(void)
{
	return 0;
}
