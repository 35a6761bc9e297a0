/* Ends at once, unless the leak checker hangs at its exit. */
int main(void)
{
	return 0;
}
